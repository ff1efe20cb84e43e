import { expect, test } from '@jest/globals';
import { usableKinds as kindsOfContract } from '@space/contracts/core';
import { idsIn, usableKinds } from './agent.ts';

test('the kinds are those of the contract', () => {
  expect([...usableKinds]).toEqual(Object.keys(kindsOfContract));
});

test('ids are separated by spaces, commas or lines, each once', () => {
  expect(idsIn(' tbl_1, tbl_2\ntbl_1 ')).toEqual(['tbl_1', 'tbl_2']);
  expect(idsIn(' ')).toEqual([]);
});
