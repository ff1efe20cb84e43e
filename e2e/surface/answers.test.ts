import { expect, test } from '@jest/globals';
import { newKey, newSpace } from '../space.ts';
import { createFixtures, holderFor, validInput } from './fixtures.ts';
import { call, inShard, operations, type Routed } from './operations.ts';
import { scopesOf } from './scopes-of.ts';

/** Prepares a Space with fixtures for an operation, a key with its scope only (`scopesOf`), and valid arguments. */
async function ready(entry: Routed) {
  const space = await newSpace();
  const { maker, options } = await holderFor(space, entry.id);
  const things = await createFixtures(maker, entry);
  const { request } = await newKey(space.space_id, { ...options, scopes: scopesOf(entry) });
  return { space, request, args: { ...validInput(entry), ...things } };
}

test.each(inShard(operations.filter(({ operation }) => !operation.content)))(
  '$id with only its own scope returns its status, the id of the request and exactly the fields of its schema',
  async (entry) => {
    const { request, args } = await ready(entry);
    const answer = await call(request, entry, args, { headers: { 'x-request-id': 'my-request.1' } });
    expect(answer).toMatchObject({ status: entry.route.status, body: expect.anything() });
    expect(entry.operation.output.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-request-id')).toBe('my-request.1');
  },
);

test.each(inShard(operations.filter(({ operation }) => operation.content)))(
  '$id with only its own scope returns the bytes as an attachment, and the id of the request',
  async (entry) => {
    const { request, args } = await ready(entry);
    const answer = await call(request, entry, args, { headers: { 'x-request-id': 'my-request.1' } });
    expect(answer).toMatchObject({ status: entry.route.status, text: 'Hello' });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).toBe('my-request.1');
  },
);

// A trial changes nothing, and is tried again.
test.each(inShard(operations.filter(({ id, route }) => route.method === 'POST' && id !== 'automations.try')))(
  '$id with the same Idempotency-Key is executed once and returns the same response twice',
  async (entry) => {
    const { request, args } = await ready(entry);
    const headers = { 'idempotency-key': 'once-and-no-more' };
    const first = await call(request, entry, args, { headers });
    const second = await call(request, entry, args, { headers });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second).toMatchObject({ status: first.status, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  },
);

test.each(inShard(operations.filter(({ operation, route }) => operation.versioned && route.method === 'GET')))(
  '$id returns an ETag, and 304 for If-None-Match with it',
  async (entry) => {
    const { request, args } = await ready(entry);
    const etag = (await call(request, entry, args)).headers.get('etag');
    expect(etag).toMatch(/^"\d+(\.\d+)?"$/);
    const again = await call(request, entry, args, { headers: { 'if-none-match': etag! } });
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect(again.headers.get('etag')).toBe(etag);
  },
);

test.each(inShard(operations.filter(({ operation, route }) => operation.versioned && route.method !== 'GET')))(
  '$id with an If-Match of another version returns 412 and changes nothing',
  async (entry) => {
    const { request, args } = await ready(entry);
    const refused = await call(request, entry, args, { headers: { 'if-match': '"999999999"' } });
    expect(refused.body).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect(await call(request, entry, args)).toMatchObject({ status: entry.route.status });
  },
);

/** Operations that create what has no address of its own, with the reason. */
const withoutLocation: Readonly<Record<string, string>> = {
  'documents.import': 'the collection of documents has it',
  'document_live.ticket': 'the answer has the address of its connection',
  'whiteboard_live.ticket': 'the answer has the address of its connection',
  'whiteboard_elements.create': 'it creates many elements, and the answer has the id of each',
  'whiteboards.diagram': 'it creates many elements, and the answer has the id of each',
  'rows.create_bulk': 'it creates many rows, and the answer has the id of each',
  'tasks.create_bulk': 'it creates many tasks, and the answer has the id of each',
  'task_links.create': 'the answers of both tasks have the link',
  'task_comments.create': 'the list of the comments of its task has it',
  'calendar.create_feed': 'the feed has no id; its answer has the address for calendar programs',
  'booking_pages.create_feed': 'the feed has no id; its answer has the address for calendar programs',
};

test('each operation without a Location creates something', () => {
  const created = operations.filter(({ route }) => route.status === 201).map(({ id }) => id);
  expect(created).toEqual(expect.arrayContaining(Object.keys(withoutLocation)));
});

test.each(inShard(operations.filter(({ route }) => route.status === 201)))(
  '$id answers the Location of what it created, and none for a dry run',
  async (entry) => {
    const { space, request, args } = await ready(entry);
    const dry = await call(request, entry, args, {}, { dry_run: true });
    expect(dry.headers.get('location')).toBeNull();
    const created = await call(request, entry, args);
    const location = created.headers.get('location');
    if (withoutLocation[entry.id]) return expect(location).toBeNull();
    const { status, body } = await space.request('GET', location!.replace('/v1', ''));
    expect([status, body.id]).toEqual([200, created.body.id ?? location!.split('/').at(-1)]);
    expect(location!.endsWith(`/${body.id}`)).toBe(true);
  },
);

// Downloads have other limits.
test.each(inShard(operations.filter(({ operation }) => Object.hasOwn(operation.input.shape, 'limit') && !operation.download)))(
  '$id accepts a limit of 200 and rejects 0 and 201',
  async (entry) => {
    const { request, args } = await ready(entry);
    expect((await call(request, entry, { ...args, limit: 200 })).status).toBe(200);
    for (const limit of [0, 201])
      expect((await call(request, entry, { ...args, limit })).body).toMatchObject({ status: 400, errors: [{ path: 'limit' }] });
  },
);
