import { languages } from '@realmkeep/contract/languages';
import { errorCodes } from '@realmkeep/contract/error-codes';
import { expect, test } from 'vitest';
import { loadMessages, type MessagesName } from './messages.ts';

/** Every file of messages but those of the head, which the build reads. */
const names = Object.keys(import.meta.glob(['./en/*.ts', '!./en/head.ts'])).map(
  (file) => file.slice('./en/'.length, -'.ts'.length) as MessagesName,
);

/** Every text with the path to it; a function stands for itself. */
function texts(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

async function everything(language: (typeof languages)[number]): Promise<[string, unknown][]> {
  const parts = await Promise.all(names.map((name) => loadMessages(name, language)));
  return parts.flatMap((part, index) => texts(part, names[index]));
}

const paths = (all: [string, unknown][]) => all.map(([path]) => path).sort();
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each(['ru', 'pl'] as const)('%s has every text of English and no other, none of them empty', async (language) => {
  const english = await everything('en');
  const other = await everything(language);
  expect(paths(other)).toEqual(paths(english));
  expect(other.filter(([, text]) => typeof text === 'string' && text.trim() === '')).toEqual([]);
});

test.each(['ru', 'pl'] as const)('%s is translated', async (language) => {
  const english = new Map(await everything('en'));
  const untranslated = (await everything(language)).filter(
    ([path, text]) => typeof text === 'string' && text === english.get(path) && /[a-z]{3}/i.test(text),
  );
  const sameEverywhere = [
    /footer\.copyright$/,
    /hostsWhere$/,
    /tiers\.(?:ZOMBIE|GHAST)$/,
    /nav\.menu$/,
    /worlds\.nether$/,
    /(?:names|kernels)\.(?:paper|purpur|fabric|vanilla)$/,
    /worldEdit\.title$/,
    /ultima\.title$/,
    /steps\.go$/,
    /\.admin$/,
    /(?:users|marks)\.operator$/,
    /realms\.status$/,
    /icons\.(?:zombie|ghast)$/,
    /menu\.wiki$/,
    /^referral\.status$/,
    /(?:plans|limits)\.plan$/,
    /^account\.tier$/,
    /kinds\.LOG$/,
    /sftp\.(?:title|host|port|folder)$/,
  ];
  const names = /support$|account\.nickname$/;
  expect(untranslated.filter(([path]) => !names.test(path) && !sameEverywhere.some((one) => one.test(path)))).toEqual(
    [],
  );
});

test.each(languages)('%s keeps the parameters of every error', async (language) => {
  const errors = await loadMessages('errors', language);
  const parameters = Object.entries(errors.codes).map(([code, text]) => [code, placeholders(text)]);
  const wanted = Object.entries(errorCodes).map(([code, { message }]) => [code, placeholders(message)]);
  expect(Object.fromEntries(parameters)).toEqual(Object.fromEntries(wanted));
});
