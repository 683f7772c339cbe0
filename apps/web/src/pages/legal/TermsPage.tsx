import { LegalArticle } from './LegalArticle.tsx';

export default function TermsPage() {
  return <LegalArticle document="terms" />;
}
