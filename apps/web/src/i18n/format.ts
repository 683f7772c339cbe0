import { once } from './once.ts';

/** Keeps AM or PM on the line of its hour. */
export const keepHour = (text: string) => text.replace(/\s(?=[AP]M)/, '\u00a0');

/** Numbers and times as the language writes them, in a region of it if it has one: `locale` is a language tag. Times are ISO 8601 and shown in the visitor's zone. */
export interface Format {
  number: (value: number, fractionDigits?: number) => string;
  /** With its sign, also a plus. */
  signed: (value: number) => string;
  /** A fraction: 0.25 is 25%. */
  percent: (fraction: number) => string;
  /** Of a currency's main unit; whole amounts without decimals. */
  money: (amount: number, currency: string) => string;
  /** Bytes, shown in mebibytes as everyone calls them: MB. */
  memory: (bytes: number) => string;
  date: (iso: string) => string;
  /** The hour and minute, with the day when it is not today. */
  moment: (iso: string) => string;
  /** The day, the hour and the minute. */
  dayAndHour: (iso: string) => string;
  /** The hour and minute. */
  hour: (iso: string) => string;
  /** To the second. */
  time: (iso: string) => string;
}

export function createFormat(locale: string): Format {
  // Making one takes a phone some milliseconds.
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const memory = once(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }),
  );
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }));
  const hour = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const dayAndHour = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
  const second = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));
  return {
    number: (value, fractionDigits = 0) =>
      value.toLocaleString(locale, {
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      }),
    signed: (value) => value.toLocaleString(locale, { signDisplay: 'exceptZero' }),
    percent: (fraction) => percent().format(fraction),
    money: (amount, currency) =>
      amount.toLocaleString(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay: 'stripIfInteger',
      }),
    memory: (bytes) => memory().format(bytes / 2 ** 20),
    date: (iso) => date().format(new Date(iso)),
    moment: (iso) => {
      const at = new Date(iso);
      const today = at.toDateString() === new Date().toDateString();
      return keepHour((today ? hour : dayAndHour)().format(at));
    },
    dayAndHour: (iso) => keepHour(dayAndHour().format(new Date(iso))),
    hour: (iso) => keepHour(hour().format(new Date(iso))),
    time: (iso) => keepHour(second().format(new Date(iso))),
  };
}
