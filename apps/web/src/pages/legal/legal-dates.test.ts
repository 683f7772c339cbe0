import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { legal as en } from '../../i18n/en/legal.ts';
import { legal as pl } from '../../i18n/pl/legal.ts';
import { legal as ru } from '../../i18n/ru/legal.ts';
import { legalDates } from './legal-dates.ts';

/** Of the texts of each date. A changed text needs a new date, and its digest here. */
const digests = {
  terms: 'rQ87meBM10wyFMb5TwxFVBAzPOo6zgRZn047iLj/LzE=',
  privacy: 'pke90mccrmGk8BDTkCWjr11+zjPyFPDfbTocCthlMD0=',
};

test.each(['terms', 'privacy'] as const)('the %s have the date of their last change', (document) => {
  const texts = JSON.stringify([legalDates[document], en[document], ru[document], pl[document]]);
  expect(createHash('sha256').update(texts).digest('base64')).toBe(digests[document]);
});
