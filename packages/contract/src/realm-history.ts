/** How often a running realm is measured, in milliseconds, and for how long samples are kept. */
export const historyStepMs = 10_000;
export const historySpanMs = 60 * 60_000;
