import { expect, test } from 'vitest';
import { PaymentError } from '../payments.ts';
import { readOperationState } from './operation-state.ts';
import { readXml } from './xml.ts';

function answer({ result = 0, state = 100, outSum = '100.000000' } = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://merchant.roboxchange.com/WebService/">
  <Result><Code>${result}</Code><Description>Оплата &amp; всё</Description></Result>
  <State><Code>${state}</Code><RequestDate>2026-11-21T10:00:00+03:00</RequestDate></State>
  <Info><IncSum>101.00</IncSum><OutSum>${outSum}</OutSum><PaymentMethod><Code>BankCard</Code><Description /></PaymentMethod></Info>
  <UserField>
    <Field><Name>Shp_productId</Name><Value>7</Value></Field>
    <Field><Name>Shp_username</Name><Value>Steve</Value></Field>
  </UserField>
</OperationStateResponse>`;
}

test.each([
  [5, 'pending'],
  [10, 'refused'],
  [20, 'pending'],
  [50, 'pending'],
  [60, 'refused'],
  [80, 'pending'],
] as const)('state %i is %s', (state, kind) => {
  expect(readOperationState(answer({ state }))).toEqual({ kind });
});

test('state 100 is paid, with the sum that the shop gets', () => {
  expect(readOperationState(answer())).toEqual({ kind: 'paid', amount: 10_000 });
});

test('an invoice that it does not know has not been begun', () => {
  expect(
    readOperationState('<OperationStateResponse><Result><Code>3</Code></Result></OperationStateResponse>'),
  ).toEqual({
    kind: 'unknown',
  });
});

test.each([
  answer({ result: 1 }),
  answer({ result: 1000 }),
  answer({ state: 99 }),
  answer({ outSum: '100.001' }),
  answer().replace(/<OutSum>.*<\/OutSum>/, ''),
  answer().replace('<State>', '<State><Code>5</Code>'),
  answer().replaceAll('OperationStateResponse', 'Other'),
  answer().replace('</Info>', ''),
  '',
  'Service Unavailable',
  '<html><body>502</body></html>',
])('what is not understood is no answer: %#', (text) => {
  expect(() => readOperationState(text)).toThrow(PaymentError);
});

test('XML is read strictly', () => {
  expect(readXml('<a><b x="1">1 &lt; 2 &#38; &#x41;</b><c/><d>1</d><d>2</d></a>')).toEqual(
    new Map([
      ['a/b', '1 < 2 & A'],
      ['a/c', ''],
      ['a/d', null],
    ]),
  );
  for (const wrong of [
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a>1</a>2',
    '1<a/>',
    '<a>text<b/></a>',
    '<a><b/>text</a>',
    '<a x=1/>',
    '<a>&unknown;</a>',
    '<a>&lt</a>',
    '<a>&#x110000;</a>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a><!-- --></a>',
    '<a><![CDATA[1]]></a>',
    '<a><?b?></a>',
    '<a>'.repeat(17) + '</a>'.repeat(17),
    `<a${' '.repeat(30_000)}`,
  ]) {
    expect(readXml(wrong)).toBeNull();
  }
});
