import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { worldEditLimits } from './held-settings.ts';
import { withHeld } from './held-yaml.ts';

const held = worldEditLimits(4096);
const limits = {
  'max-blocks-changed': { default: 4096, maximum: 4096 },
  'max-radius': 37,
  'max-brush-radius': 10,
};
const anew = { limits, 'no-op-permissions': true };

test('what the plan does not say stays as the owner has it, with its comments', () => {
  const text = `# Mine
limits:
  # as many as one likes
  max-blocks-changed:
    default: -1
    maximum: -1
  max-radius: -1
  butcher-radius: {default: -1, maximum: 50}
  disallowed-blocks: ["minecraft:tnt"]
wand-item: minecraft:stick # not the axe
no-op-permissions: false
`;
  expect(withHeld(text, held)).toBe(`# Mine
limits:
  # as many as one likes
  max-blocks-changed:
    default: 4096
    maximum: 4096
  max-radius: 37
  butcher-radius: {default: -1, maximum: 50}
  disallowed-blocks: ["minecraft:tnt"]
  max-brush-radius: 10
wand-item: minecraft:stick # not the axe
no-op-permissions: true
`);
});

test.each([
  'limits: 7',
  'limits: [1, 2]',
  'limits: {max-blocks-changed: none}',
  '"lim\\x69ts": {max-radius: 9}',
  '%YAML 1.3\n---\nlimits: 1',
])('in %j there is no way around it', (text) => {
  expect(parse(withHeld(text, held))).toEqual(anew);
});

test.each([
  ['nothing', ''],
  ['no map', '- 1'],
  ['two of one key', 'limits: {}\nlimits: {}'],
  ['two documents', 'a: 1\n---\nb: 2'],
  ['an anchor', 'a: &a {max-radius: 9}\nlimits: *a'],
  ['a key by its anchor', '&a limits: {}\n*a : {max-radius: 9}'],
  ['a merged map', '<<: {limits: {max-radius: 9}}'],
  ['a tag', 'limits: !!map {max-radius: 9}'],
  ['a map for a key', '? {limits: 1}\n: 2'],
  ['a sign that other readers refuse', 'a: \ufffe'],
  ['lists without end', '['.repeat(20_000)],
  ['no YAML', 'a: "'],
])('%s begins anew', (_, text) => {
  expect(parse(withHeld(text, held))).toEqual(anew);
});
