import type { Realm, RealmPartners } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

type Partner = RealmPartners['partners'][number];

const toastGroup = 'partner-remove';

interface Props {
  realm: Realm;
  data: RealmPartners;
  /** Who is looking; undefined until that is known. */
  userId: string | undefined;
}

/** The owner and the co-owners. The owner can remove any of them; a co-owner can leave. */
export function PartnersCard({ realm, data, userId }: Props) {
  const messages = useMessages('access');
  const { format } = useI18n();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const [asked, setAsked] = useState<Partner | null>(null);

  const removal = useCall(toastGroup, {
    mutationFn: ({ userId: partner }: Partner) =>
      api.realmPartnerRemove({ params: { id: realm.id, userId: partner } }).catch((error: unknown) => {
        // Somebody else was quicker.
        if (!(error instanceof ApiError) || error.code !== 'realm_partner_unknown') throw error;
      }),
    onSuccess: async (_, partner) => {
      setAsked(null);
      void queries.invalidateQueries({ queryKey: keys.realms });
      if (partner.userId === userId) {
        showToast('success', messages.leave.done, toastGroup);
        await navigate(paths.account);
        queries.removeQueries({ queryKey: keys.realm(realm.id) });
      } else {
        showToast('success', messages.remove.done(partner.username), toastGroup);
        await queries.invalidateQueries({ queryKey: keys.realm(realm.id) });
      }
    },
  });

  const isSelf = (partner: Partner) => partner.userId === userId;
  const mayRemove = (partner: Partner) => isSelf(partner) || realm.rights.includes('share');

  return (
    <TitledCard id="partners" title={messages.listTitle}>
      <ul className="flex flex-col divide-y-2 divide-line">
        <Manager name={data.ownerUsername} note={messages.owner} you={realm.ownerId === userId} />
        {data.partners.map((partner) => (
          <Manager
            key={partner.userId}
            name={partner.username}
            note={messages.since(format.date(partner.added))}
            you={isSelf(partner)}
          >
            {mayRemove(partner) && (
              <Button
                disabled={!online}
                aria-label={isSelf(partner) ? undefined : messages.remove.button(partner.username)}
                onAction={() => setAsked(partner)}
              >
                {isSelf(partner) ? messages.leave.button : messages.remove.action}
              </Button>
            )}
          </Manager>
        ))}
      </ul>
      {data.partners.length === 0 && <p className="mt-2 text-muted">{messages.empty}</p>}
      {asked && (
        <ConfirmDialog
          title={isSelf(asked) ? messages.leave.title : messages.remove.title(asked.username)}
          text={isSelf(asked) ? messages.leave.text : messages.remove.text}
          action={isSelf(asked) ? messages.leave.action : messages.remove.action}
          cancel={isSelf(asked) ? messages.leave.cancel : messages.remove.cancel}
          busy={removal.isPending}
          disabled={!online}
          onConfirm={() => removal.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </TitledCard>
  );
}

interface ManagerProps {
  name: string;
  note: string;
  you: boolean;
  children?: React.ReactNode;
}

function Manager({ name, note, you, children }: ManagerProps) {
  const messages = useMessages('access');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {you && <span className="ml-2 rounded-chip bg-sunk px-2 py-0.5 text-sm">{messages.you}</span>}
        <span className="block text-sm text-muted">{note}</span>
      </p>
      {children}
    </li>
  );
}
