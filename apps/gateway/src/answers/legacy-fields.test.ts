import { describe, expect, it } from 'vitest';
import { legacyFields } from './legacy-fields.ts';

describe('legacyFields', () => {
  it('flattens a description of any form', () => {
    const description = { text: 'a', extra: ['b', { text: 'c', extra: [{ text: 'd' }] }, ['e']] };
    const players = { online: 1, max: 2 };
    expect(legacyFields(JSON.stringify({ description, players, version: { name: '1.16.5' } }))).toEqual({
      protocol: 127,
      version: '1.16.5',
      description: 'abcde',
      online: 1,
      max: 2,
    });
    expect(legacyFields('{"description":"two\\nlines"}').description).toBe('two lines');
  });

  it.each(['null', '[]', '{"players":7}', '{"description":{"extra":{"extra":{}}}}', '{"players":{"max":1e99}}'])(
    'takes %s for an empty status',
    (json) => {
      expect(legacyFields(json)).toEqual({ protocol: 127, version: '', description: '', online: 0, max: 0 });
    },
  );

  it('stops at a depth that no server needs', () => {
    const deep = `${'{"extra":['.repeat(2000)}{"text":"x"}${']}'.repeat(2000)}`;
    expect(legacyFields(`{"description":${deep}}`).description).toBe('');
  });
});
