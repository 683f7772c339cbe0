import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkContact } from './contact.ts';

const found = (environment: Record<string, string>) => checkContact(readConfig([], environment));

test('a public site that names nobody to write to is a problem', () => {
  const PUBLIC_URL = 'https://realms.example.org';
  expect(found({ PUBLIC_URL })).toMatchObject([{ level: 'problem', topic: 'contact' }]);
  expect(found({ PUBLIC_URL, SUPPORT_URL: 'https://help.example.org' })).toMatchObject([{ level: 'good' }]);
  expect(found({})).toEqual([]);
});
