import { LegalArticle } from './LegalArticle.tsx';

export default function PrivacyPage() {
  return <LegalArticle document="privacy" />;
}
