import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { newSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { make } from './make.ts';
import { type Arguments, call, operations } from './operations.ts';

/** Lists with `sort`, and their orders by name. */
const lists = operations.flatMap((operation) => {
  const { sort } = operation.operation.input.shape;
  const orders = sort && z.toJSONSchema(sort, { io: 'input', unrepresentable: 'any' }).enum;
  return orders && !operation.operation.download ? [[operation.id, operation, orders as string[]] as const] : [];
});

test.each(lists)('%s sorts by each of its fields in both directions, page by page', async (_, operation, orders) => {
  const space = await newSpace();
  const args = await createFixtures(space, operation);
  const maker = operations.find(({ route }) => route.method === 'POST' && route.path === operation.route.path);
  // A second entry of the same name is refused by some; then the list has one.
  for (let made = 0; maker && made < 2; made++)
    await make(space, maker, { ...(await createFixtures(space, maker)), ...args, ...validInput(maker) });
  const read = async (more: Arguments) => {
    const { status, text, body } = await call(space.request, operation, { ...args, ...more });
    expect({ status, text }).toMatchObject({ status: 200 });
    return body as { data: Arguments[]; next_cursor: string | null };
  };
  const readAll = async (sort: string) => {
    const data: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read({ sort, limit: 1, ...(cursor && { cursor }) });
      // The time of a count differs from read to read.
      data.push(...page.data.map(({ counted_at: _counted, ...entry }) => entry));
      cursor = page.next_cursor;
    }
    return data;
  };
  const { data } = await read({});
  for (const field of orders.filter((order) => !order.startsWith('-'))) {
    const ascending = await readAll(field);
    expect(ascending).toHaveLength(data.length);
    expect(await readAll(`-${field}`)).toEqual(ascending.reverse());
  }
});
