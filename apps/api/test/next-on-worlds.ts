import type { RealmWorlds } from '@realmkeep/runtime';
import type { TestApi } from './start-test-api.ts';

/** Has something else happen in place of the next such step on the realm's worlds, which it may do itself, on the `own` worlds. */
export function nextOnWorlds(
  { runtime }: TestApi,
  realmId: string,
  step: 'makeEmpty' | 'exchange' | 'drop',
  instead: (own: RealmWorlds, scratch: string) => Promise<void>,
): void {
  const worlds = runtime.worlds.bind(runtime);
  runtime.worlds = (id) => {
    const own = worlds(id);
    if (id !== realmId) return own;
    return {
      ...own,
      [step]: (scratch: string) => {
        runtime.worlds = worlds;
        return instead(own, scratch);
      },
    };
  };
}
