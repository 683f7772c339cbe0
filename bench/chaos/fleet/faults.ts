import type { Fleet } from './fleet.ts';
import type { Member } from './member.ts';

/** The faults a member of a fleet suffers, and how each is ended. */
export const faults = {
  kill: { begin: (member: Member) => member.kill(), end: (member: Member) => member.start() },
  stop: { begin: async (member: Member) => member.pause(), end: async (member: Member) => member.resume() },
  'black hole': {
    begin: async ({ machine }: Member) => machine.vanish(),
    end: async ({ machine }: Member) => machine.heal(),
  },
};
type Fault = keyof typeof faults;

/** One step of a run. */
export type Step =
  | { what: 'api'; fault: Fault; leads: boolean }
  | { what: 'gateway'; fault: Fault; index: number }
  | { what: 'realm' }
  | { what: 'database' };

/** Every fault of every member, and those of PostgreSQL and realms. @returns the steps in an order derived from the numbers */
export function stepsIn(random: () => number): Step[] {
  const steps: Step[] = [{ what: 'realm' }, { what: 'realm' }, { what: 'database' }, { what: 'database' }];
  for (const fault of Object.keys(faults) as Fault[]) {
    steps.push({ what: 'api', fault, leads: true });
    for (const index of [0, 1]) steps.push({ what: 'api', fault, leads: false }, { what: 'gateway', fault, index });
  }
  return steps
    .map((step) => ({ step, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ step }) => step);
}

/** The leading api, or one that does not lead. @throws Error while there is no leader */
export async function apiThat(fleet: Fleet, leads: boolean, pick: (of: readonly Member[]) => Member): Promise<Member> {
  const leader = await fleet.leader();
  if (leader === null) throw new Error('nobody leads');
  return leads ? leader : pick(fleet.apis.filter((api) => api !== leader));
}
