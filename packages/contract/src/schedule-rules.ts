/** What a schedule does. */
export const scheduleActions = ['START', 'STOP', 'RESTART', 'BACKUP', 'COMMAND'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];

/**
 * The outcome of the latest run: `begun` while it is under way, or was cut off; `needless` if there was nothing to do; `missed`
 * if it could not run in time; `refused` for a reason with a code; `failed` through a fault of ours.
 */
export const scheduleOutcomes = ['begun', 'done', 'needless', 'missed', 'refused', 'failed'] as const;
export type ScheduleOutcome = (typeof scheduleOutcomes)[number];

export const scheduleNameRule = { min: 1, max: 40 };
/** Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
/** Hours and minutes, as in the browser's own time field. */
export const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const zonePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** Whether it is the IANA name of a time zone known here. */
export function isTimeZone(name: string): boolean {
  if (!zonePattern.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
