/** What a console takes as one command, of which surrounding blanks are no part. */
export const consoleCommandRule = { max: 256 };
/** Commands that a player sends to one realm in a minute. */
export const consoleCommandsPerMinute = 60;
