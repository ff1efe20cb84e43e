import { expect, test } from '@jest/globals';
import { closestNames } from './did-you-mean.ts';

const names = ['list_contacts', 'create_contact', 'get_contact', 'list_tables', 'list_tags', 'delete_contact'];

test('a misspelt name finds the one that was meant first', () => {
  expect(closestNames('list_contcts', names)[0]).toBe('list_contacts');
  expect(closestNames('LIST_TABLES', names)[0]).toBe('list_tables');
  expect(closestNames('list_table', names)[0]).toBe('list_tables');
});

test('at most three names are offered, and none when nothing is close', () => {
  expect(closestNames('contact', names).length).toBeLessThanOrEqual(3);
  expect(closestNames('transfer_money_abroad', names)).toEqual([]);
  expect(closestNames('x'.repeat(100_000), names)).toEqual([]);
});
