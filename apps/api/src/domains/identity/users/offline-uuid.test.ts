import { expect, test } from 'vitest';
import { offlineUuid } from './offline-uuid.ts';

test('is the one that the game gives', () => {
  expect(offlineUuid('Notch')).toBe('b50ad385-829d-3141-a216-7e7d7539ba7f');
});
