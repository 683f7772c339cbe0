import { z } from 'zod';
import { consoleCommandRule } from './console-rules.ts';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { errorCodes, type ErrorCode } from './error-codes.ts';
import { isTimeZone, scheduleActions, scheduleNameRule, scheduleOutcomes, timePattern } from './schedule-rules.ts';
import { oneLine } from './texts.ts';

const weekday = z.int().min(1).max(7);
const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

export const ScheduleBody = z
  .object({
    name: z.string().trim().min(scheduleNameRule.min).max(scheduleNameRule.max).regex(oneLine),
    action: z.enum(scheduleActions),
    /** For the action COMMAND; ignored by the others. */
    command: z.string().trim().max(consoleCommandRule.max).regex(oneLine).nullable(),
    /** `HH:MM` in the time zone. */
    time: z.string().max(5).regex(timePattern),
    /** Monday is 1. */
    weekdays: z.array(weekday).min(1).max(7),
    /** An IANA name, such as Europe/Warsaw. */
    zone: z.string().max(64).refine(isTimeZone, { error: 'a time zone by its IANA name' }),
    enabled: z.boolean(),
  })
  .refine(({ action, command }) => action !== 'COMMAND' || (command ?? '') !== '', {
    error: 'a command',
    path: ['command'],
  });
export type ScheduleBody = z.infer<typeof ScheduleBody>;

export const Schedule = z.object({
  id: z.uuid(),
  name: z.string(),
  action: z.enum(scheduleActions),
  command: z.string().nullable(),
  time: z.string(),
  weekdays: z.array(weekday),
  zone: z.string(),
  enabled: z.boolean(),
  /** Null while it is off. */
  nextRun: z.iso.datetime().nullable(),
  /** Who made it. */
  author: z.string(),
  last: z
    .object({
      /** When it was due or requested. */
      at: z.iso.datetime(),
      outcome: z.enum(scheduleOutcomes),
      /** Why it was refused. */
      error: z.object({ code: errorCode, params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
    })
    .nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

export const RealmSchedules = z.object({
  /** How many the owner's tier allows. If there are more, the oldest run. */
  limit: z.int(),
  /** In the order in which they were made. */
  schedules: z.array(Schedule),
});
export type RealmSchedules = z.infer<typeof RealmSchedules>;

export const scheduleEndpoints = {
  realmSchedules: {
    summary: 'A realm’s schedules',
    response: RealmSchedules,
    errors: ['realm_unknown'],
  },
  realmScheduleCreate: {
    summary: 'Schedule an action for a time of day, on days of the week',
    body: ScheduleBody,
    response: RealmSchedules,
    status: 201,
    errors: ['realm_unknown', 'schedule_limit'],
  },
  realmScheduleUpdate: {
    summary: 'Change a schedule, or turn it on or off',
    body: ScheduleBody,
    response: RealmSchedules,
    errors: ['realm_unknown', 'schedule_unknown'],
  },
  realmScheduleDelete: {
    summary: 'Remove a schedule',
    response: RealmSchedules,
    errors: ['realm_unknown', 'schedule_unknown'],
  },
  realmScheduleRun: {
    summary: 'Run a schedule now; the answer has the outcome',
    response: RealmSchedules,
    errors: ['realm_unknown', 'schedule_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
