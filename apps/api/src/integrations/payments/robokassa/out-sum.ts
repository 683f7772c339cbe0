/** Bounds a payment to 9 digits of roubles. */
const pattern = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

/** Kopecks as the provider writes sums: `123.45`. */
export function outSumOf(kopecks: number): string {
  return `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
}

/** A sum with up to six decimals, `100.000000`, in kopecks. null if it is not a sum, or has fractions of a kopeck. */
export function kopecksOf(outSum: string): number | null {
  const [, roubles, decimals = ''] = pattern.exec(outSum) ?? [];
  if (roubles === undefined || !/^0*$/.test(decimals.slice(2))) return null;
  return Number(roubles) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}
