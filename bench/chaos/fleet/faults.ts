import type { Fleet } from './fleet.ts';
import type { Member } from './member.ts';

/** What happens to a process of a fleet, and how that ends. */
export const faults = {
  kill: { begin: (member: Member) => member.kill(), end: (member: Member) => member.start() },
  stop: { begin: async (member: Member) => member.pause(), end: async (member: Member) => member.resume() },
  'black hole': {
    begin: async ({ machine }: Member) => machine.vanish(),
    end: async ({ machine }: Member) => machine.heal(),
  },
};
type Fault = keyof typeof faults;

/** One thing of a run. */
export type Step =
  | { what: 'api'; fault: Fault; leads: boolean }
  | { what: 'gateway'; fault: Fault; index: number }
  | { what: 'realm' }
  | { what: 'database' };

/** Each fault of each process, and of what is not a member of the fleet. @returns in an order that the numbers decide */
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

/** The api that leads, or one that does not. @throws Error while nobody leads */
export async function apiThat(fleet: Fleet, leads: boolean, pick: (of: readonly Member[]) => Member): Promise<Member> {
  const leader = await fleet.leader();
  if (leader === null) throw new Error('nobody leads');
  return leads ? leader : pick(fleet.apis.filter((api) => api !== leader));
}
