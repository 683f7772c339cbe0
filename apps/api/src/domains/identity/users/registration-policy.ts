/** Zero bits in the first challenge: a second or two on a phone. Each further bit doubles that. */
const leastBits = 18;
/** More than any page can compute in a few minutes. */
const mostBits = 28;
/** Registrations that cost the same. */
const eachBits = 5;

/** How many zero bits a network's next registration costs after so many within the hour; 0: none; null: it has to wait. */
export function workBits(registered: number, free: number): number | null {
  if (registered < free) return 0;
  const bits = leastBits + Math.floor((registered - free) / eachBits);
  return bits > mostBits ? null : bits;
}

/** The number of registrations within the hour below which an answer of so many bits is enough. */
export function registrationsFor(bits: number, free: number): number {
  return bits < leastBits ? free : free + (Math.min(bits, mostBits) - leastBits + 1) * eachBits;
}
