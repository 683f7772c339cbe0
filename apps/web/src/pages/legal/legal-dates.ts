/** Since when the texts are as they are: the terms promise that a change appears with its date. */
export const legalDates = { terms: '2026-11-27', privacy: '2026-11-28' };
