import { type ComponentType, lazy } from 'react';
import { patiently } from '../ui/patiently.ts';

/** The code of a part of a page cannot be fetched. Only loading the page again helps, as after a release with other files. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/**
 * A part of a page whose code is fetched when it is first shown. A failed fetch is repeated: an error would replace the whole page, with what
 * was typed there.
 * @throws PartMissing to the error boundary, after three attempts
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await patiently(load) };
    } catch (cause) {
      throw new PartMissing('failed to fetch a part of the page', { cause });
    }
  });
}
