import { expect, test } from 'vitest';
import type { Squid } from '../squid/squid.ts';
import { Skies } from './weather.ts';

test('the weather changes when its time is over, and what a file has of it is bounded', () => {
  const skies = new Skies({ players: [], tickCount: 1 } as unknown as Squid);
  let kept = 0;
  skies.restore({ rainTime: 2, thunderTime: 3, raining: 0, thundering: 0 }, () => (kept += 1));
  const seen = Array.from({ length: 4 }, () => {
    skies.tick();
    return skies.weather;
  });
  expect(seen).toEqual(['clear', 'rain', 'thunder', 'thunder']);
  expect(kept).toBe(2);
  skies.clear();
  expect(skies.weather).toBe('clear');
  skies.restore({ rainTime: -5, thunderTime: 'soon', raining: 7, clearWeatherTime: 1e300 }, () => undefined);
  expect(skies.toTags()).toMatchObject({
    rainTime: { value: 0 },
    raining: { value: 1 },
    clearWeatherTime: { value: 20_000_000 },
  });
});
