import { expect, test } from 'vitest';
import { exampleFile, helpText } from './help.ts';
import { flagOf, SETTING_NAMES } from './settings.ts';

test('every setting is in --help, by flag and by name', () => {
  for (const name of SETTING_NAMES) {
    expect(helpText()).toMatch(new RegExp(`--${flagOf(name)} +${name} `));
  }
});

// `npx vitest run apps/supervisor/src/help.test.ts -u` writes it anew.
test('realmkeep.conf.example is made of the table of settings', async () => {
  await expect(exampleFile()).toMatchFileSnapshot('../../../realmkeep.conf.example');
});
