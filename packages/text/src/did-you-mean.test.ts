import { expect, test } from '@jest/globals';
import { nearNames } from './did-you-mean.ts';

const names = ['list_contacts', 'create_contact', 'get_contact', 'list_tables', 'list_tags', 'delete_contact'];

test('a misspelt name finds the one that was meant first', () => {
  expect(nearNames('list_contcts', names)[0]).toBe('list_contacts');
  expect(nearNames('LIST_TABLES', names)[0]).toBe('list_tables');
  expect(nearNames('list_table', names)[0]).toBe('list_tables');
});

test('at most three names are offered, and none when nothing is close', () => {
  expect(nearNames('contact', names).length).toBeLessThanOrEqual(3);
  expect(nearNames('transfer_money_abroad', names)).toEqual([]);
  expect(nearNames('x'.repeat(100_000), names)).toEqual([]);
});
