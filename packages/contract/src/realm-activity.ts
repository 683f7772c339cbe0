import { z } from 'zod';
import { activityKinds, activityVias } from './activity-rules.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { pageQuery, paginated } from './pagination.ts';
import type { EndpointName } from './routes.ts';

const kinds = Object.keys(activityKinds) as (keyof typeof activityKinds)[];
const actions = Object.values(activityKinds).flat();

export const RealmActivityQuery = pageQuery(['at'], 'at,desc').extend({
  /** Without it, all kinds. */
  kind: z.enum(kinds).optional(),
});
export type RealmActivityQuery = z.infer<typeof RealmActivityQuery>;

/** What one person, or the schedules, did one or more times within ten minutes. */
export const RealmActivityEntry = z.object({
  id: z.uuid(),
  /** The nickname; null for a schedule, an operator, and a deleted account. */
  actor: z.string().nullable(),
  via: z.enum(activityVias),
  action: z.enum(actions),
  count: z.int(),
  /** What it was done to, for the first 50 times; empty if the action says it all. Passwords are cut from commands. */
  items: z.array(z.object({ at: z.iso.datetime(), what: z.string() })),
  /** The last time. */
  at: z.iso.datetime(),
});
export type RealmActivityEntry = z.infer<typeof RealmActivityEntry>;

export const activityEndpoints = {
  realmActivity: {
    summary: 'Who did what with a realm in the last 90 days',
    query: RealmActivityQuery,
    response: paginated(RealmActivityEntry),
    errors: ['realm_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
