import type { AdminUser } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api } from '../../api/api.ts';
import { BlockedNote } from '../../features/admin/BlockedNote.tsx';
import { BlockDialog } from '../../features/admin/BlockDialog.tsx';
import { useTyped } from '../../features/drafts/use-draft.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { meQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';

/** It has a form, and forms are large. */
const GrantDialog = lazyPart(async () => (await import('./GrantDialog.tsx')).GrantDialog);

interface Props {
  users: AdminUser[];
  dimmed: boolean;
}

export function UserTable({ users, dimmed }: Props) {
  const { format } = useI18n();
  const admin = useMessages('admin');
  const { tiers } = useMessages('realm');
  const { users: messages } = admin;
  const me = useQuery(meQuery).data;
  const [asked, setAsked] = useTyped<{ what: 'block' | 'grant'; user: AdminUser }>('admin-user');
  const close = () => setAsked(null);

  const columns: Column<AdminUser>[] = [
    {
      label: messages.player,
      render: ({ nickname, role, blocked }) => (
        <>
          <p className="font-semibold break-all">
            {nickname}
            {role === 'ADMIN' && (
              <span className="ml-2 inline-block rounded-chip bg-amber-soft px-2.5 py-0.5 text-xs text-amber">
                {messages.operator}
              </span>
            )}
          </p>
          {blocked && <BlockedNote label={admin.blocked} blocked={blocked} />}
        </>
      ),
    },
    { label: messages.tier, render: ({ tier }) => tiers[tier] },
    { label: messages.registered, render: ({ reg_date }) => format.moment(reg_date) },
    {
      label: messages.login,
      render: ({ login_date }) =>
        login_date ? format.moment(login_date) : <span className="text-muted">{admin.never}</span>,
    },
    { label: messages.coins, numeric: true, render: (user) => <Coins user={user} /> },
    {
      label: messages.realms,
      numeric: true,
      render: ({ id, realms }) =>
        realms === 0 ? (
          '0'
        ) : (
          <Link {...paths.adminRealmsLike(id)} className="font-semibold text-spruce underline underline-offset-4">
            {format.number(realms)}
          </Link>
        ),
    },
    {
      label: admin.actions,
      actions: true,
      render: (user) => (
        <div className="flex flex-wrap gap-x-2 gap-y-3 lg:justify-end xl:flex-nowrap">
          <Button aria-label={messages.grantLabel(user.nickname)} onAction={() => setAsked({ what: 'grant', user })}>
            {messages.grant}
          </Button>
          <Button
            disabled={user.id === me?.id}
            aria-label={user.blocked ? messages.unblockLabel(user.nickname) : messages.blockLabel(user.nickname)}
            onAction={() => setAsked({ what: 'block', user })}
          >
            {user.blocked ? admin.unblock : admin.block}
          </Button>
        </div>
      ),
    },
  ];

  return (
    <>
      <DataTable label={messages.title} columns={columns} rows={users} dimmed={dimmed} />
      {asked?.what === 'grant' && (
        <Suspense>
          <GrantDialog nickname={asked.user.nickname} onClose={close} />
        </Suspense>
      )}
      {asked?.what === 'block' && (
        <BlockDialog
          name={asked.user.nickname}
          blocked={asked.user.blocked !== null}
          messages={messages}
          block={(reason) => api.adminUserBlock({ params: { id: asked.user.id }, body: { reason } })}
          unblock={(reason) => api.adminUserUnblock({ params: { id: asked.user.id }, body: { reason } })}
          onClose={close}
        />
      )}
    </>
  );
}

function Coins({ user: { coins, fleeting_coins, debt } }: { user: AdminUser }) {
  const { format } = useI18n();
  const { users: messages } = useMessages('admin');
  return (
    <>
      <span className="font-semibold">{format.number(coins)}</span>
      {fleeting_coins > 0 && (
        <span className="block text-sm text-muted">{messages.fleeting(format.number(fleeting_coins))}</span>
      )}
      {debt > 0 && <span className="block text-sm font-medium text-brick">{messages.debt(format.number(debt))}</span>}
    </>
  );
}
