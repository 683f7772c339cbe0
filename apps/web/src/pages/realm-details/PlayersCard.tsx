import type { RealmLive } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/Card.tsx';

/** Who is on the realm, and in which of its worlds. */
export function PlayersCard({ live }: { live: RealmLive }) {
  const { format } = useI18n();
  const { details, worlds } = useMessages('realm');
  const worldName = (world: string) => worlds[world] ?? world;
  return (
    <Card aria-labelledby="players">
      <h2 id="players" className="mb-3 text-lg">
        {details.players}
      </h2>
      {live.players.length === 0 ? (
        <p className="min-h-12 text-muted">{live.phase === 'READY' ? details.nobody : details.notRunning}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {live.players.map(({ uuid, nickname, world }) => (
            <li
              key={uuid}
              className="flex flex-wrap items-center justify-between gap-x-4 rounded-chip bg-sunk px-3 py-2"
            >
              <span className="font-semibold break-all">{nickname}</span>
              <span className="text-sm text-muted">{worldName(world)}</span>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-5 mb-1 font-sans text-sm font-semibold text-muted">{details.worlds}</h3>
      {live.worlds.length === 0 ? (
        <p className="text-muted">{details.none}</p>
      ) : (
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {live.worlds.map(({ name, players }) => (
            <div key={name} className="flex gap-2">
              <dt>{worldName(name)}</dt>
              <dd className="font-semibold">{format.number(players)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
