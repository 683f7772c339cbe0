/** Text in one line: no control characters, of which a NUL goes into no database. */
export const oneLine = /^\P{Cc}*$/u;
/** The same in any number of lines. */
export const someLines = /^[\P{Cc}\n\r]*$/u;
