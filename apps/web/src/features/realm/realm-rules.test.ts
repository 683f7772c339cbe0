import { ApiError } from '@realmkeep/contract/client';
import { expect, test } from 'vitest';
import { canUse, realmProblems, refusedField } from './realm-rules.ts';

test.each([
  ['My Keep', null],
  ['  abc  ', null],
  ['a'.repeat(32), null],
  ['ab', 'nameShort'],
  [' a ', 'nameShort'],
  ['a'.repeat(33), 'nameLong'],
  ['Keep 2', 'nameCharacters'],
  ['Замок', 'nameCharacters'],
])('the name %j: %j', (name, problem) => {
  expect(realmProblems({ name, address: 'keep' }).name).toBe(problem);
  expect(canUse({ name, address: 'keep' })).toBe(problem === null);
});

test.each([
  ['keep', null],
  ['K33p-it', null],
  ['a'.repeat(16), null],
  ['ab', 'addressShort'],
  ['a'.repeat(17), 'addressLong'],
  ['two messages', 'addressCharacters'],
  ['zamek-łódź', 'addressCharacters'],
  ['-keep', 'addressHyphen'],
  ['keep-', 'addressHyphen'],
  ['---', 'addressHyphen'],
  ['1234', 'addressLetter'],
  ['1-2-3', 'addressLetter'],
  ['Admin', 'addressReserved'],
])('the address %j: %j', (address, problem) => {
  expect(realmProblems({ name: 'My Keep', address }).address).toBe(problem);
  expect(canUse({ name: 'My Keep', address })).toBe(problem === null);
});

test.each([
  ['realm_name_taken', 'name'],
  ['realm_address_taken', 'address'],
  ['realm_address_reserved', 'address'],
  ['realm_limit_reached', null],
] as const)('%s is about the field %s', (code, field) => {
  expect(refusedField(new ApiError('', 409, code))).toBe(field);
});

test('a lost connection is about no field', () => {
  expect(refusedField(new ApiError('Network Error', 0))).toBeNull();
});
