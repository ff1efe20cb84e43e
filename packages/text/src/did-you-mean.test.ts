import { expect, test } from '@jest/globals';
import { closestNames } from './did-you-mean.ts';

const names = ['list_contacts', 'create_contact', 'get_contact', 'list_tables', 'list_tags', 'delete_contact'];

test('closestNames returns the name that was meant first', () => {
  expect(closestNames('list_contcts', names)[0]).toBe('list_contacts');
  expect(closestNames('LIST_TABLES', names)[0]).toBe('list_tables');
  expect(closestNames('list_table', names)[0]).toBe('list_tables');
});

test('closestNames returns at most three names, and none when no name is close', () => {
  expect(closestNames('contact', names).length).toBeLessThanOrEqual(3);
  expect(closestNames('transfer_money_abroad', names)).toEqual([]);
  expect(closestNames('x'.repeat(100_000), names)).toEqual([]);
});
