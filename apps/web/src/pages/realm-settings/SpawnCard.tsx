import type { Realm } from '@realmkeep/contract';
import { spawnRule } from '@realmkeep/contract/realm-setting-rules';
import { api } from '../../api/api.ts';
import { cleared, differing, useTyped } from '../../features/drafts/use-draft.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';

const axes = ['spawnX', 'spawnY', 'spawnZ'] as const;
type Spawn = Record<(typeof axes)[number], number>;

/** Where players appear: the world's own, which its running server moves. */
export function SpawnCard({ realm }: { realm: Realm }) {
  const { spawn: messages } = useMessages('manage').settings;
  const [typed, setTyped] = useTyped<Partial<Record<keyof Spawn, string>>>(`spawn ${realm.id}`);
  const stored = { spawnX: textOf(realm.spawnX), spawnY: textOf(realm.spawnY), spawnZ: textOf(realm.spawnZ) };
  const texts = axes.map((axis) => typed?.[axis] ?? stored[axis]);
  const runs = realm.live.phase === 'READY';

  const setting = useRealmChange(realm, {
    group: 'realm-spawn',
    change: (body: Spawn) => api.realmSpawnSet({ params: { id: realm.id }, body }),
  });
  const changed = axes.some((axis, i) => texts[i]?.trim() !== stored[axis]);
  const isWhole = (axis: keyof Spawn, i: number) => isCoordinate(axis, texts[i] ?? '');
  const save = () => {
    const [spawnX = 0, spawnY = 0, spawnZ = 0] = texts.map(Number);
    setting.mutate({ spawnX, spawnY, spawnZ }, { onSuccess: () => setTyped(cleared(typed, null)) });
  };

  return (
    <FormCard
      name="spawn"
      title={messages.title}
      text={messages.text}
      ready={changed && axes.every(isWhole) && runs}
      busy={setting.isPending}
      onSend={save}
    >
      <div className="grid max-w-md gap-x-4 xs:grid-cols-3">
        {axes.map((axis, i) => (
          <Field
            key={axis}
            label={messages.axes[axis]}
            problem={
              typed?.[axis] !== undefined && !isWhole(axis, i)
                ? messages.problem(spawnRule.lowest, spawnRule.highest)
                : null
            }
            autoComplete="off"
            disabled={!runs}
            value={texts[i]}
            onChange={({ target }) => setTyped(differing({ ...typed, [axis]: target.value }, stored))}
          />
        ))}
      </div>
      <p className="min-h-10 max-w-prose text-sm leading-5 text-muted">
        {!runs && realm.spawnX === null ? `${messages.unknown} ` : ''}
        {runs ? messages.hint : messages.off}
      </p>
    </FormCard>
  );
}

const textOf = (value: number | null) => String(value ?? '');

function isCoordinate(axis: keyof Spawn, text: string): boolean {
  if (!/^-?\d{1,8}$/.test(text.trim())) return false;
  const value = Number(text);
  return axis === 'spawnY'
    ? value >= spawnRule.lowest && value <= spawnRule.highest
    : Math.abs(value) <= spawnRule.farthest;
}
