import { expect, test } from '@jest/globals';
import { newSpace, type TestSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { requestOf } from './worst-calls.ts';

/** Calls an operation within its budget, and returns the answer. Fails when it is refused. */
async function callOf(space: TestSpace, id: string, args: Arguments): Promise<{ id: string }> {
  const entry = operations.find((some) => some.id === id)!;
  const { status, text } = await expectWithinBudget(id, requestOf(entry, space, args));
  expect({ id, status }).toEqual({ id, status: entry.route.status });
  return JSON.parse(text);
}

test('audiences with the most comparisons are cheap to save, to list and to read', async () => {
  const leaf = (n: number) => ({ field: 'bio', op: 'contains', value: `${n}`.padEnd(26, '%_') });
  const condition = { or: Array.from({ length: 4 }, (_, at) => ({ or: Array.from({ length: 48 }, (__, n) => leaf(at * 48 + n)) })) };
  const [few, many] = [await newSpace(), await newSpace()];
  await createContacts(few, 50);
  for (let n = 0; n < 11; n++) await callOf(few, 'audiences.create', { name: `All ${n}`, condition });
  await callOf(few, 'audiences.list', { limit: 200, include_total: true });
  await createContacts(many, 200);
  const { id } = await callOf(many, 'audiences.create', { name: 'All', condition });
  await callOf(many, 'audiences.get', { id });
  await callOf(many, 'audiences.contacts', { id, limit: 200, include_total: true });
});

async function createContacts({ client }: TestSpace, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await client.contacts.create({ name: `Ada ${n}`, email: `ada.${n}@example.com`, bio: 'x'.repeat(4_000) });
}
