import { type ComponentType, lazy } from 'react';

/** Milliseconds between attempts. */
const pauses = [500, 2_000];

/** The code of a part of a page cannot be fetched. Only loading the page again helps, as after a release with other files. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/**
 * A part of a page whose code is fetched when it is first shown. A failed fetch is repeated, as when a phone changes networks, once there is a
 * connection: an error would replace the whole page, with what was typed there.
 * @throws PartMissing to the error boundary, after three attempts
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await patiently(load, pauses) }));
}

async function patiently<T>(load: () => Promise<T>, [pause, ...later]: readonly number[]): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (pause === undefined) throw new PartMissing('failed to fetch a part of the page', { cause: error });
    await new Promise((resolve) => {
      if (navigator.onLine) setTimeout(resolve, pause);
      else addEventListener('online', resolve, { once: true });
    });
    return patiently(load, later);
  }
}
