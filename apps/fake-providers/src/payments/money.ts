/** Hundredths as the rouble provider writes sums: `123.45`. */
export function outSumOf(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

/** The hundredths of a sum with up to six decimals, `100.000000`. null for what is none, or has less than a hundredth in it. */
export function hundredthsOf(sum: string): number | null {
  const [, units, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(sum) ?? [];
  if (units === undefined || /[^0]/.test(decimals.slice(2))) return null;
  return Number(units) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}
