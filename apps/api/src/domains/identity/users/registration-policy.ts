/** Zero bits that the first challenge asks for: a second or two of a phone. Each further one doubles that. */
const leastBits = 18;
/** More than any page can do in a few minutes. */
const mostBits = 28;
/** Registrations for which the same is asked. */
const eachBits = 5;

/** How many zero bits the next registration of a network costs after so many within the hour; 0: nothing; null: it has to wait. */
export function workBits(registered: number, free: number): number | null {
  if (registered < free) return 0;
  const bits = leastBits + Math.floor((registered - free) / eachBits);
  return bits > mostBits ? null : bits;
}

/** Before how many registrations within the hour an answer of so many bits is enough. */
export function registrationsFor(bits: number, free: number): number {
  return bits < leastBits ? free : free + (Math.min(bits, mostBits) - leastBits + 1) * eachBits;
}
