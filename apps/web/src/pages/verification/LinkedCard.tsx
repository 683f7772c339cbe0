import type { UserProfile } from '@realmkeep/contract';
import { useState } from 'react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { UnlinkDialog } from './UnlinkDialog.tsx';

interface Props {
  linked: NonNullable<UserProfile['chat_account']>;
  invite: string;
  required: boolean;
  /** Called when it has been unlinked to link another. */
  onRelink: () => void;
  onUnlinked: () => void;
}

/** The chat account that is linked, and how to part with it. */
export function LinkedCard({ linked, invite, required, onRelink, onUnlinked }: Props) {
  const { format } = useI18n();
  const messages = useMessages('verification');
  const [purpose, setPurpose] = useState<'unlink' | 'relink' | null>(null);
  const facts = [
    { label: messages.linked.account, value: linked.username },
    { label: messages.linked.since, value: format.date(linked.linked_at) },
  ];
  return (
    <TitledCard id="linked" title={messages.linked.title} gap="mb-1">
      <p className="mb-5 text-muted">{messages.linked.text}</p>
      <Facts facts={facts} className="mb-6 gap-x-8 gap-y-2" />
      <div className="flex flex-wrap gap-3">
        <NewTabLink href={invite} className={buttonClass('plain')}>
          {messages.linked.community}
        </NewTabLink>
        <Button onAction={() => setPurpose('relink')}>{messages.linked.relink}</Button>
        <Button variant="danger" onAction={() => setPurpose('unlink')}>
          {messages.linked.unlink}
        </Button>
      </div>
      {purpose && (
        <UnlinkDialog
          username={linked.username}
          required={required}
          relinks={purpose === 'relink'}
          onClose={() => setPurpose(null)}
          onDone={() => {
            showToast('success', messages.unlink.done);
            if (purpose === 'relink') onRelink();
            else onUnlinked();
          }}
        />
      )}
    </TitledCard>
  );
}
