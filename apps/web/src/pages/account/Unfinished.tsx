import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { forgetDrafts, unfinished } from '../../features/drafts/drafts.ts';
import { useStore } from '../../shared/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';

/** Leads back to what was typed when the session ended; what was another player's is forgotten. */
export function Unfinished({ userId }: { userId: string }) {
  const { unfinished: messages } = useMessages('account');
  const left = useStore(unfinished);
  const router = useRouter();
  const foreign = left !== null && left.owner !== userId;
  useEffect(() => {
    if (foreign) forgetDrafts();
  }, [foreign]);
  if (left === null || foreign) return null;

  const goOn = () => {
    unfinished.set(null);
    router.history.push(left.href);
  };
  return (
    <Callout tone="info" title={messages.title}>
      <p className="mb-3">{messages.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onAction={goOn}>
          {messages.action}
        </Button>
        <Button onAction={forgetDrafts}>{messages.discard}</Button>
      </div>
    </Callout>
  );
}
