import type { Realm, SeenPlayer } from '@realmkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { PlayerDialog, playerDraft, type Player } from './PlayerDialog.tsx';
import { playersKeys } from './players-keys.ts';

const size = 20;

/** Online players as reported by the socket, and below them everybody of the last months. */
export function Visitors({ realm }: { realm: Realm }) {
  const messages = useMessages('players');
  const { format } = useI18n();
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<Player | null>(() => playerDraft(realm.id)?.player ?? null);
  const names = realm.live.players.map(({ nickname }) => nickname);
  const query = useQuery({
    queryKey: playersKeys.visitors(realm.id, page, names.join()),
    queryFn: ({ signal }) => api.realmVisitors({ params: { id: realm.id }, query: { page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <div className="flex flex-col gap-6">
      <TitledCard id="players-on" title={messages.on(format.number(names.length))} gap="mb-2">
        {names.length === 0 ? (
          <p className="text-muted">{messages.nobodyOn}</p>
        ) : (
          <ul className="flex flex-col divide-y-2 divide-line">
            {names.map((name) => (
              <Row key={name} name={name} onChoose={() => setChosen({ nickname: name, name })} />
            ))}
          </ul>
        )}
      </TitledCard>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState scene={plotScene} {...messages.none} level={2} />
          ) : (
            <TitledCard id="players-seen" title={messages.seen} gap="mb-2">
              <ul className={`flex flex-col divide-y-2 divide-line ${query.isPlaceholderData ? 'opacity-55' : ''}`}>
                {items.map((player) => (
                  <Row
                    key={`${player.nickname} ${player.guest}`}
                    name={player.nickname}
                    player={player}
                    onChoose={() => setChosen(player)}
                  />
                ))}
              </ul>
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </TitledCard>
          )
        }
      </QueryBoundary>
      {chosen && <PlayerDialog realmId={realm.id} player={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

interface RowProps {
  name: string;
  player?: SeenPlayer;
  onChoose: () => void;
}

function Row({ name, player, onChoose }: RowProps) {
  const messages = useMessages('players');
  const { format } = useI18n();
  const marks = (['guest', 'listed', 'operator', 'banned'] as const).filter((mark) => player?.[mark]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p>
          <span className="mr-2 font-semibold wrap-anywhere">{name}</span>
          {marks.map((mark) => (
            <span
              key={mark}
              className={`mr-1 rounded-chip px-2 py-0.5 text-sm ${mark === 'banned' ? 'bg-brick-soft' : 'bg-sunk'}`}
            >
              {messages.marks[mark]}
            </span>
          ))}
        </p>
        {player && (
          <p className="text-sm text-muted">
            {player.name === null ? messages.last(format.moment(player.lastSeen)) : messages.isOn}
            <span className="block">{messages.first(format.date(player.firstSeen))}</span>
          </p>
        )}
      </div>
      <Button aria-label={messages.actionsFor(name)} onAction={onChoose}>
        {messages.actions}
      </Button>
    </li>
  );
}
