import { beforeAll, expect, test } from '@jest/globals';
import type { ApiResponse } from '../api-response.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { type Arguments, call, fieldsOf, isPage, operations, operationsWithId, readArguments, sampled, takesBody } from './operations.ts';
import { stateSnapshot } from './state-snapshot.ts';

const listOperations = operations.filter(({ route }) => route.method === 'GET' && !route.path.includes(':'));

let stranger: TestSpace;
beforeAll(async () => {
  stranger = await newSpace();
});

/** Returns a response without the ids of the request and the request id: the part that could reveal a difference. */
function comparable({ status, headers, text }: ApiResponse, args: Arguments): unknown {
  const anonymous = text.replace(headers.get('x-request-id')!, '');
  const body = Object.values(args).reduce((shown: string, id) => shown.replaceAll(`\\"${id}\\"`, '(id)'), anonymous);
  return { status, type: headers.get('content-type'), etag: headers.get('etag'), body };
}

/** Returns ids of the same form that do not exist. */
const unknownIds = (args: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, id]) => {
      if (typeof id === 'object') return [name, id];
      return [name, typeof id === 'number' ? id + 1_000_000 : `${String(id).slice(0, -4)}0000`];
    }),
  );

test.each(sampled(operationsWithId))(
  '$id returns the same 404 for an id of another Space as for an id that does not exist',
  async (entry) => {
    const space = await newSpace();
    const theirs = await createFixtures(space, entry);
    const none = unknownIds(theirs);
    const answer = await call(stranger.request, entry, { ...validInput(entry), ...theirs });
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    expect(comparable(answer, theirs)).toEqual(comparable(await call(stranger.request, entry, { ...validInput(entry), ...none }), none));
  },
);

test.each(sampled(operationsWithId.filter(({ route }) => route.method !== 'GET')))(
  '$id called from another Space changes nothing',
  async (entry) => {
    const space = await newSpace();
    const theirs = await createFixtures(space, entry);
    const before = await stateSnapshot(space);
    await call(stranger.request, entry, { ...validInput(entry), ...theirs });
    expect(await stateSnapshot(space)).toEqual(before);
  },
);

/** Reads whose answer in a new Space is not an empty list; an export has a header. */
const neverEmpty = [
  'contacts.export',
  'orders.export',
  'event_types.list',
  'events.list',
  'forms.templates',
  'look.get',
  'me.get',
  'storage.get_usage',
];

test.each(listOperations.filter(({ id }) => !neverEmpty.includes(id)))('$id of a new Space is empty', async (entry) => {
  const space = await newSpace();
  expect((await call(space.request, entry, readArguments(entry))).body).toMatchObject({
    data: [],
    ...(isPage(entry) && { has_more: false, next_cursor: null }),
  });
});

test('a child id is found only under its own parent', async () => {
  const space = await newSpace();
  const resend = operations.find(({ id }) => id === 'deliveries.resend')!;
  const [one, other] = [await createFixtures(space, resend), await createFixtures(space, resend)];
  const crossed = await call(space.request, resend, { id: one.id, delivery_id: other.delivery_id });
  expect(crossed.body).toMatchObject({ status: 404, code: 'not_found' });
});

/** Operations whose bodies have the ids of what they change or delete, which are their target: 404. */
const targeted = ['contacts.delete_bulk', 'contacts.tag_bulk', 'rows.delete_bulk', 'whiteboard_elements.delete_bulk'];

/** A body with an id of another resource. */
const references = sampled(operations.filter((entry) => takesBody(entry) && !targeted.includes(entry.id))).flatMap((entry) =>
  fieldsOf(entry)
    .filter(([name]) => /_ids?$/.test(name))
    .map(([name]) => ({ id: entry.id, entry, name })),
);

/** Fields of valid arguments that cannot be combined with a reference. */
const alternatives: Readonly<Record<string, Arguments>> = {
  'audiences.create.contact_ids': { condition: undefined },
  'pages.create.site_id': { standalone: undefined },
  'assets.move_bulk.folder_id': { folder_path: undefined },
  'documents.create.from_document_id': { markdown: undefined },
  'documents.move_bulk.folder_id': { folder_path: undefined },
  'whiteboards.move_bulk.folder_id': { folder_path: undefined },
  'whiteboards.import.asset_id': { content: undefined },
  'asset_uploads.create.folder_id': { folder_path: undefined },
  'document_comments.create.parent_id': { quote: undefined },
  'tasks.move.before_id': { after_id: undefined },
  'rows.revert_bulk.snapshot_id': { versions: undefined },
  'social.publish.post_id': { text: undefined },
  'social.publish.planner_id': { scheduled_at: undefined },
};

test.each(references)('$id answers 422 for a $name that does not exist in the Space', async ({ name, entry }) => {
  const space = await newSpace();
  const args = { ...validInput(entry), ...(await createFixtures(space, entry)), ...alternatives[`${entry.id}.${name}`] };
  const unknown = 'xyz_01jd0000000000000000000000';
  const { body } = await call(space.request, entry, { ...args, [name]: name.endsWith('s') ? [unknown] : unknown });
  expect(body).toMatchObject({ status: 422, code: 'unresolved_reference' });
  expect(body.errors).toMatchObject([{ path: name.endsWith('s') ? `${name}.0` : name, code: 'unresolved_reference' }]);
  expect(body.detail).toContain(unknown);
});

test('an audience rejects contacts of another Space', async () => {
  const [space, other] = [await newSpace(), await newSpace()];
  const { id } = await other.client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  const answer = await space.request('POST', '/audiences', { body: { name: 'Friends', contact_ids: [id] } });
  expect(answer.body).toMatchObject({ status: 422, code: 'unresolved_reference' });
  expect(answer.text).toContain(id);
});
