import type { RealmSummary } from '@realmkeep/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { realmAddress } from '../../features/realm/join-address.ts';
import { lastPlayed } from '../../features/realm/last-played.ts';
import { RealmPicture } from '../../features/realm/RealmPicture.tsx';
import { OverlimitNotice } from '../../features/realm/OverlimitNotice.tsx';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { StatusBadge } from '../../features/realm/StatusBadge.tsx';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';

interface Props {
  realm: RealmSummary;
  /** Another owns it. */
  shared: boolean;
}

export function ServerCard({ realm, shared }: Props) {
  const { format } = useI18n();
  const realmText = useMessages('realm');
  const navigate = useNavigate();
  const account = useMessages('account');
  const site = useSite();
  const titleId = `server-${realm.id}`;
  const slots = realm.slots === null ? realmText.unlimited : format.number(realm.slots);
  const facts = [
    ...(shared ? [{ label: account.owner, value: realm.ownerUsername }] : []),
    { label: account.players, value: realmText.slots(format.number(realm.players), slots) },
    { label: account.gameMode, value: realmText.gameModes[realm.gameMode] },
    { label: account.device, value: realm.device },
    {
      label: realmText.details.lastActivity,
      value: lastPlayed(realmText, format, realm.lastActivity, realm.players),
    },
  ];

  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col overflow-hidden rounded-block border-2 border-line bg-surface shadow-block"
    >
      <RealmPicture realm={realm} className="h-36 w-full" />
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
          <div className="min-w-0">
            <h3 id={titleId} className="text-base">
              <Link {...paths.realmDetails(realm.id)} className="rounded-chip hover:underline">
                {realm.name}
              </Link>
            </h3>
            <p className="break-all text-muted">{realmAddress(realm.domain, site?.gamePort ?? null)}</p>
          </div>
          <StatusBadge phase={realm.phase} announced />
        </div>
        {realm.description !== '' && <p className="wrap-anywhere">{realm.description}</p>}
        <Facts facts={facts} />
        <OverlimitNotice realm={realm} own={!shared} />
        <div className="mt-auto flex flex-wrap gap-3 pt-1">
          {!realm.overlimit && <PowerButtons realmId={realm.id} status={realm.status} phase={realm.phase} />}
          <Button onAction={() => void navigate(paths.realmDetails(realm.id))}>{account.manage}</Button>
        </div>
      </div>
    </article>
  );
}
