/** The most that one payment may be, in kopecks: 9 digits before the dot. */
const pattern = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

/** Kopecks as the provider writes sums: `123.45`. */
export function outSumOf(kopecks: number): string {
  return `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
}

/** The kopecks of a sum with up to six decimals, `100.000000`. null for what is none, or has less than a kopeck in it. */
export function kopecksOf(outSum: string): number | null {
  const [, roubles, decimals = ''] = pattern.exec(outSum) ?? [];
  if (roubles === undefined || !/^0*$/.test(decimals.slice(2))) return null;
  return Number(roubles) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}
