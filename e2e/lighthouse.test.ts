import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Measure, measuredPages, startLighthouse } from './lighthouse.ts';

/** Lighthouse's scores for a phone, without speed, which depends on the machine: see bench/lighthouse.ts. */

let measure: Measure;

beforeAll(async () => {
  measure = await startLighthouse(`http://127.0.0.1:${inject('sharedPlace').port}`);
});

afterAll(async () => {
  await measure[Symbol.asyncDispose]();
});

const maxLayoutShift = 0.02;

test.each(Object.keys(measuredPages) as (keyof typeof measuredPages)[])(
  '%s has nothing to mend, and nothing on it jumps',
  async (path) => {
    const indexed = path !== '/terms-of-service';
    const { scores, layoutShift, faults } = await measure(path, {
      onlyCategories: ['accessibility', 'best-practices', ...(indexed ? ['seo'] : [])],
      onlyAudits: ['cumulative-layout-shift'],
      // The screenshot of the whole page is not needed.
      disableFullPageScreenshot: true,
    });
    expect(faults).toEqual([]);
    expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, ...(indexed && { seo: 100 }) });
    expect(layoutShift).toBeLessThanOrEqual(maxLayoutShift);
  },
);
