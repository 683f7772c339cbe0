/** One line of text without hidden content: no control characters (the database refuses NUL), and none that change the direction of text. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\p{Bidi_Control}]*$/u;
/** The same on any number of lines. */
export const someLines = /^[\P{Cc}\n\r]*$/u;
/** A name that is what it looks like: no characters that change its direction or have no width. Joiners stay, since some scripts need them. */
export const noHiddenSigns = /^[^\p{Bidi_Control}\u200b\u2060\ufeff]*$/u;
