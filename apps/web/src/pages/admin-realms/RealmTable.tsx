import type { AdminRealm } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { BlockedNote } from '../../features/admin/BlockedNote.tsx';
import { BlockDialog } from '../../features/admin/BlockDialog.tsx';
import { useTyped } from '../../features/drafts/use-draft.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';

interface Props {
  realms: AdminRealm[];
  dimmed: boolean;
}

export function RealmTable({ realms, dimmed }: Props) {
  const { format } = useI18n();
  const admin = useMessages('admin');
  const { realms: messages } = admin;
  const [asked, setAsked] = useTyped<AdminRealm>('admin-realm');

  const columns: Column<AdminRealm>[] = [
    {
      label: messages.realm,
      render: ({ name, domain, blocked, overlimit, deletionTimeout }) => (
        <>
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm break-all text-muted">{domain}</p>
          {blocked && <BlockedNote label={messages.statuses.BLOCKED} blocked={blocked} />}
          {overlimit && (
            <p className="mt-1.5 text-sm">
              <span className="mr-2 inline-block rounded-chip bg-amber-soft px-2.5 py-0.5 font-semibold text-amber">
                {messages.overlimit}
              </span>
              {deletionTimeout && <span className="text-muted">{messages.deletion(format.date(deletionTimeout))}</span>}
            </p>
          )}
        </>
      ),
    },
    {
      label: messages.owner,
      render: ({ ownerId, ownerUsername }) => (
        <Link
          {...paths.adminUsersLike(ownerId)}
          className="font-semibold break-all text-spruce underline underline-offset-4"
        >
          {ownerUsername}
        </Link>
      ),
    },
    // What is blocked says so beside its name.
    { label: messages.status, render: ({ status }) => (status === 'BLOCKED' ? '–' : messages.statuses[status]) },
    { label: messages.created, render: ({ created }) => format.moment(created) },
    {
      label: messages.activity,
      render: ({ lastActivity }) =>
        lastActivity ? format.moment(lastActivity) : <span className="text-muted">{admin.never}</span>,
    },
    {
      label: admin.actions,
      actions: true,
      render: (realm) => (
        <div className="flex lg:justify-end">
          <Button
            aria-label={realm.blocked ? messages.unblockLabel(realm.name) : messages.blockLabel(realm.name)}
            onAction={() => setAsked(realm)}
          >
            {realm.blocked ? admin.unblock : admin.block}
          </Button>
        </div>
      ),
    },
  ];

  return (
    <>
      <DataTable label={messages.title} columns={columns} rows={realms} dimmed={dimmed} />
      {asked && (
        <BlockDialog
          name={asked.name}
          blocked={asked.blocked !== null}
          messages={messages}
          block={(reason) => api.adminRealmBlock({ params: { id: asked.id }, body: { reason } })}
          unblock={(reason) => api.adminRealmUnblock({ params: { id: asked.id }, body: { reason } })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
