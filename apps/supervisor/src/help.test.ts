import { expect, test } from 'vitest';
import { exampleFile, helpText } from './help.ts';
import { flagOf, settingNames, settingsTable } from '../../../packages/settings/src/index.ts';

test('every setting is in --help, by its flag, which secrets have none of, and by name', () => {
  for (const name of settingNames) {
    const flag = settingsTable[name].secret ? '' : `--${flagOf(name)}`;
    expect(helpText()).toMatch(new RegExp(`^  ${flag} +${name} `, 'm'));
  }
});

// `npx vitest run apps/supervisor/src/help.test.ts -u` updates it.
test('realmkeep.conf.example is made of the table of settings', async () => {
  await expect(exampleFile()).toMatchFileSnapshot('../../../realmkeep.conf.example');
});
