/** Text in one line that shows what is in it: no control characters, of which a NUL goes into no database, and none that turn text around. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\p{Bidi_Control}]*$/u;
/** The same in any number of lines. */
export const someLines = /^[\P{Cc}\n\r]*$/u;
/** A name that is what it looks like: nothing turns it around, and no sign in it is without width. Joiners stay, which some scripts need. */
export const noHiddenSigns = /^[^\p{Bidi_Control}\u200b\u2060\ufeff]*$/u;
