import { z } from 'zod';
import { consoleCommandRule } from './console-rules.ts';
import { routes, type EndpointName } from './routes.ts';
import type { Endpoint } from './endpoint.ts';
import { errorCodes, type ErrorCode } from './error-codes.ts';
import { isTimeZone, scheduleActions, scheduleNameRule, scheduleOutcomes, timePattern } from './schedule-rules.ts';
import { oneLine } from './texts.ts';

const weekday = z.int().min(1).max(7);
const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

export const ScheduleBody = z
  .object({
    name: z.string().trim().min(scheduleNameRule.min).max(scheduleNameRule.max).regex(oneLine),
    action: z.enum(scheduleActions),
    /** Of the action COMMAND; of no meaning to the others. */
    command: z.string().trim().max(consoleCommandRule.max).regex(oneLine).nullable(),
    /** `HH:MM` of the zone's clock. */
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
      /** When it was due, or was asked for. */
      at: z.iso.datetime(),
      outcome: z.enum(scheduleOutcomes),
      /** Why it was refused. */
      error: z.object({ code: errorCode, params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
    })
    .nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

export const RealmSchedules = z.object({
  /** As many as the owner's tier allows. Of more, those made first run. */
  limit: z.int(),
  /** In the order in which they were made. */
  schedules: z.array(Schedule),
});
export type RealmSchedules = z.infer<typeof RealmSchedules>;

export const scheduleEndpoints = {
  realmSchedules: {
    route: routes.realmSchedules,
    summary: 'What is done with a realm at which times',
    response: RealmSchedules,
    errors: ['realm_unknown'],
  },
  realmScheduleCreate: {
    route: routes.realmScheduleCreate,
    summary: 'Have something done with a realm at a time of day, on days of the week',
    body: ScheduleBody,
    response: RealmSchedules,
    status: 201,
    errors: ['realm_unknown', 'schedule_limit'],
  },
  realmScheduleUpdate: {
    route: routes.realmScheduleUpdate,
    summary: 'Change a schedule, or turn it on or off',
    body: ScheduleBody,
    response: RealmSchedules,
    errors: ['realm_unknown', 'schedule_unknown'],
  },
  realmScheduleDelete: {
    route: routes.realmScheduleDelete,
    summary: 'Remove a schedule',
    response: RealmSchedules,
    errors: ['realm_unknown', 'schedule_unknown'],
  },
  realmScheduleRun: {
    route: routes.realmScheduleRun,
    summary: 'Do now what a schedule does; what came of it is in the answer',
    response: RealmSchedules,
    errors: ['realm_unknown', 'schedule_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
