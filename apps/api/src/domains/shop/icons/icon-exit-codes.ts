/** What the process that encodes icons says by its end. */
export const iconExitCodes = { unreadable: 65, tooManyPixels: 66 };
