import { useI18n } from '../i18n/I18nProvider.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  /** Counts from 0. */
  page: number;
  /** How many items there are on all pages. */
  total: number;
  /** How many a page shows. */
  size: number;
  onPage: (page: number) => void;
}

/** Navigation through a paged list; nothing if there is only one page. */
export function Pager({ page, total, size, onPage }: Props) {
  const { format } = useI18n();
  const { referrals: messages } = useMessages('account');
  const pages = Math.ceil(total / size);
  // An old address may be past the end.
  const isPast = page > 0 && page >= pages;
  if (pages <= 1 && !isPast) return null;
  return (
    <nav aria-label={messages.pages} className="mt-5 flex flex-wrap items-center justify-center gap-4">
      <Button disabled={page === 0} onAction={() => onPage(Math.max(0, Math.min(page, pages) - 1))}>
        {messages.previous}
      </Button>
      <p aria-live="polite">{!isPast && messages.page(format.number(page + 1), format.number(pages))}</p>
      <Button disabled={page + 1 >= pages} onAction={() => onPage(page + 1)}>
        {messages.next}
      </Button>
    </nav>
  );
}
