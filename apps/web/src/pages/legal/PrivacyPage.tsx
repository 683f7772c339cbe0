import { LegalArticle } from './LegalArticle.tsx';

export function PrivacyPage() {
  return <LegalArticle document="privacy" />;
}
