import { LegalArticle } from './LegalArticle.tsx';

export function TermsPage() {
  return <LegalArticle document="terms" />;
}
