import { Copy } from 'lucide-react';
import { useCopy } from '../../shared/use-copy.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** The link that the player gives to his friends, and his nickname. */
export function LinkCard({ nickname }: { nickname: string }) {
  const referrals = useMessages('referral');
  const copy = useCopy();
  const link = `${location.origin}/?ref=${nickname}`;
  return (
    <Card aria-labelledby="link">
      <h2 id="link" className="mb-3 text-lg">
        {referrals.link}
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-h-11 min-w-0 flex-1 basis-72 content-center rounded-block bg-sunk px-4 py-2 font-sans font-semibold break-all">
          {link}
        </code>
        <Button variant="primary" onAction={() => copy(link)}>
          <Copy aria-hidden size={18} />
          {referrals.copy}
        </Button>
      </div>
      <p className="mt-4 text-muted">
        {referrals.nickname} <strong className="font-semibold text-ink">{nickname}</strong>
      </p>
    </Card>
  );
}
