import { ShortHash } from './sha256.ts';

/** Milliseconds of computing between two moments in which the page can do everything else. */
const sliceMs = 12;
/** Tries between two looks at the clock. */
const triesAtOnce = 200;

interface Work {
  /** As the api gave it. */
  challenge: string;
  /** Zero bits that the hash must begin with; up to 32. */
  bits: number;
  /** Told now and then how likely it was to be done by now, from 0 to 1. */
  onProgress: (progress: number) => void;
}

/**
 * Looks for the number that answers a challenge (`registration_work` in the contract says how), in slices, so that the page stays alive on a
 * phone. A worker would want a policy that lets scripts load scripts.
 */
export async function answerWork({ challenge, bits, onProgress }: Work): Promise<number> {
  const prefix = new TextEncoder().encode(`${challenge.split('.')[0]}.`);
  const bytes = new Uint8Array(prefix.length + 16);
  bytes.set(prefix);
  const hash = new ShortHash();
  const enough = 2 ** (32 - bits);
  for (let counter = 0; ;) {
    const until = performance.now() + sliceMs;
    do {
      for (const end = counter + triesAtOnce; counter < end; counter += 1) {
        const digits = String(counter);
        for (let i = 0; i < digits.length; i += 1) bytes[prefix.length + i] = digits.charCodeAt(i);
        if (hash.first32(bytes, prefix.length + digits.length) < enough) return counter;
      }
    } while (performance.now() < until);
    onProgress(1 - Math.exp(-counter / 2 ** bits));
    await breath();
  }
}

/** Lets everything else have its turn; a timer would wait for 4 ms each time. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
