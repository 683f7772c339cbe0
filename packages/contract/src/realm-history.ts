/** How often a running realm is measured, in milliseconds, and for how long that is remembered. */
export const historyStepMs = 10_000;
export const historySpanMs = 60 * 60_000;
