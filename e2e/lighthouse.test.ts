import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { type Measure, measuredPages, startLighthouse } from './lighthouse.ts';
import { manyPlayers } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** Lighthouse on a phone. How fast the pages are depends on the machine: see bench/lighthouse.ts. */

let place: Place;
let product: Product;
let measure: Measure;

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, manyPlayers);
  await product.started;
  measure = await startLighthouse(product.url);
});

afterAll(async () => {
  await measure[Symbol.asyncDispose]();
  await endProduct(product, place);
});

const maxLayoutShift = 0.02;

test.each(Object.keys(measuredPages) as (keyof typeof measuredPages)[])(
  '%s has nothing to mend, and nothing on it jumps',
  async (path) => {
    const indexed = path !== '/terms-of-service';
    const { scores, layoutShift, faults } = await measure(path, {
      onlyCategories: ['accessibility', 'best-practices', ...(indexed ? ['seo'] : [])],
      onlyAudits: ['cumulative-layout-shift'],
      // Nobody looks at the picture that it takes of the whole page.
      disableFullPageScreenshot: true,
    });
    expect(faults).toEqual([]);
    expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, ...(indexed && { seo: 100 }) });
    expect(layoutShift).toBeLessThanOrEqual(maxLayoutShift);
  },
);
