import type { Realm } from '@realmkeep/contract';
import { spawnRule } from '@realmkeep/contract/realm-setting-rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useRealmChange } from './use-realm-change.ts';

const axes = ['spawnX', 'spawnY', 'spawnZ'] as const;
type Spawn = Record<(typeof axes)[number], number>;

/** Where players appear: the world's own, which its running server moves. */
export function SpawnCard({ realm }: { realm: Realm }) {
  const { spawn: messages } = useMessages('manage').settings;
  const { settings: realmMessages } = useMessages('realm');
  const online = useOnline();
  /** What has been typed of them. */
  const [typed, setTyped] = useState<Partial<Record<keyof Spawn, string>>>({});
  const texts = axes.map((axis) => typed[axis] ?? String(realm[axis] ?? ''));
  const runs = realm.live.phase === 'READY';

  const setting = useRealmChange(realm, {
    group: 'realm-spawn',
    change: (body: Spawn) => api.realmSpawnSet({ params: { id: realm.id }, body }),
    saved: () => setTyped({}),
  });
  const changed = axes.some((axis, i) => texts[i]?.trim() !== String(realm[axis] ?? ''));
  const isWhole = (axis: keyof Spawn, i: number) => isCoordinate(axis, texts[i] ?? '');
  const possible = changed && axes.every(isWhole) && runs && !setting.isPending && online;

  return (
    <Card aria-labelledby="settings-spawn">
      <h2 id="settings-spawn" className="mb-1 text-lg">
        {messages.title}
      </h2>
      <p className="mb-5 max-w-prose text-muted">{messages.text}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const [spawnX = 0, spawnY = 0, spawnZ = 0] = texts.map(Number);
          if (possible) setting.mutate({ spawnX, spawnY, spawnZ });
        }}
      >
        <div className="grid max-w-md gap-x-4 xs:grid-cols-3">
          {axes.map((axis, i) => (
            <Field
              key={axis}
              label={messages.axes[axis]}
              problem={
                typed[axis] !== undefined && !isWhole(axis, i)
                  ? messages.problem(spawnRule.lowest, spawnRule.highest)
                  : null
              }
              autoComplete="off"
              disabled={!runs}
              value={texts[i]}
              onChange={({ target }) => setTyped({ ...typed, [axis]: target.value })}
            />
          ))}
        </div>
        <p className="min-h-10 max-w-prose text-sm leading-5 text-muted">
          {!runs && realm.spawnX === null ? `${messages.unknown} ` : ''}
          {runs ? messages.hint : messages.off}
        </p>
        <ProgressBar busy={setting.isPending} label={messages.title} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {realmMessages.save}
        </Button>
      </form>
    </Card>
  );
}

function isCoordinate(axis: keyof Spawn, text: string): boolean {
  if (!/^-?\d{1,8}$/.test(text.trim())) return false;
  const value = Number(text);
  return axis === 'spawnY'
    ? value >= spawnRule.lowest && value <= spawnRule.highest
    : Math.abs(value) <= spawnRule.farthest;
}
