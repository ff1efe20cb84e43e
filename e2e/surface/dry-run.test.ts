import { expect, test } from '@jest/globals';
import { newSpace } from '../space.ts';
import { call, operations } from './operations.ts';
import { makeThings, validInput } from './things.ts';

/** What changes something with a key, and does not only count when it is told to by a field of its own. */
const writes = operations.filter(
  ({ operation, route }) => operation.audience === undefined && route.method !== 'GET' && !Object.hasOwn(operation.input.shape, 'dry_run'),
);

test.each(writes)('$id that is only tried answers what it would, says so, and can be done for real afterwards', async (entry) => {
  const space = await newSpace();
  const args = { ...validInput(entry), ...(await makeThings(space, entry)) };
  const tried = await call(space.request, entry, args, {}, { dry_run: true });
  expect({ id: entry.id, status: tried.status, body: tried.status === entry.route.status ? undefined : tried.body }).toEqual({
    id: entry.id,
    status: entry.route.status,
    body: undefined,
  });
  expect(tried.headers.get('dry-run')).toBe('true');
  const done = await call(space.request, entry, args);
  expect({ id: entry.id, status: done.status, body: done.status === entry.route.status ? undefined : done.body }).toEqual({
    id: entry.id,
    status: entry.route.status,
    body: undefined,
  });
  expect(done.headers.get('dry-run')).toBeNull();
});
