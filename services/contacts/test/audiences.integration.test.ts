import { describe, expect, test } from '@jest/globals';
import { audiences, type Condition, contacts } from '@space/contracts/contacts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

const londoners = { field: 'location', op: 'eq', value: 'London' } as const;

/** Creates a Space with Ada in London, Bob in Berlin, and Cy without a location. */
async function threePeople() {
  const space = service.newSpace();
  const { call } = space;
  const [ada, bob, cy] = [
    (await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com', location: 'London' })).id,
    (await call(contacts, 'create', { name: 'Bob', email: 'bob@example.com', location: 'Berlin' })).id,
    (await call(contacts, 'create', { name: 'Cy', email: 'cy@example.com' })).id,
  ];
  const names = async (id: string) => (await call(audiences, 'contacts', { id })).data.map(({ name }) => name);
  const events = async () => (await space.events()).slice(3).map(({ type, data }) => [type, data.audience, data.changed]);
  return { call, ada, bob, cy, names, events };
}

/** The answer of an update that changes nothing. */
const withBefore = <A extends { readonly output: object }>(answer: A) => ({ ...answer, output: { ...answer.output, before: {} } });

describe('an audience with a condition', () => {
  test('evaluates its condition on every read', async () => {
    const { call, bob, names } = await threePeople();
    const made = await call(audiences, 'create', { name: 'Londoners', description: 'They', condition: londoners });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^aud_/),
      kind: 'condition',
      condition: londoners,
      contact_count: 1,
      description: 'They',
    });
    await call(contacts, 'update', { id: bob, location: 'London' });
    expect(await names(made.id)).toEqual(['Bob', 'Ada']);
    expect(await call(audiences, 'get', { id: made.id })).toMatchObject({ contact_count: 2, updated_at: made.updated_at });
  });

  test('contains no contacts of other Spaces', async () => {
    const { call, names } = await threePeople();
    await threePeople();
    const { id, contact_count } = await call(audiences, 'create', { name: 'All', condition: { field: 'name', op: 'is_not_empty' } });
    expect([contact_count, await names(id)]).toEqual([3, ['Cy', 'Bob', 'Ada']]);
  });
});

describe('an audience with a fixed list', () => {
  test('contains exactly the given contacts, each once', async () => {
    const { call, ada, cy, names } = await threePeople();
    const made = await call(audiences, 'create', { name: 'Some', contact_ids: [cy, ada, cy] });
    expect(made).toMatchObject({ kind: 'fixed', condition: null, contact_count: 2 });
    expect(await names(made.id)).toEqual(['Cy', 'Ada']);
  });

  test('loses a contact that is deleted', async () => {
    const { call, ada, bob } = await threePeople();
    const { id } = await call(audiences, 'create', { name: 'Two', contact_ids: [ada, bob] });
    await call(contacts, 'delete', { id: ada });
    expect(await call(audiences, 'get', { id })).toMatchObject({ contact_count: 1 });
  });

  test('with ids that are not contacts of this Space is rejected with these ids and creates nothing', async () => {
    const { call, ada, events } = await threePeople();
    const other = await threePeople();
    const refused = call(audiences, 'create', { name: 'Wrong', contact_ids: [ada, other.bob, 'con_none'] });
    await expect(refused).rejects.toMatchObject({
      code: 'unresolved_reference',
      status: 422,
      message: expect.stringContaining(other.bob),
      extras: { errors: [{ path: 'contact_ids.1' }, { path: 'contact_ids.2' }] },
    });
    expect(await events()).toEqual([]);
    expect((await call(audiences, 'list', {})).data).toEqual([]);
  });
});

test('an audience requires exactly one of condition and contact_ids', async () => {
  const { call, ada } = await threePeople();
  for (const given of [{}, { condition: null }, { contact_ids: null, condition: null }])
    await expect(call(audiences, 'create', { name: 'None', ...given })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'condition' }] },
    });
  await expect(call(audiences, 'create', { name: 'Both', condition: londoners, contact_ids: [ada] })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'contact_ids' }] },
  });
});

test('rejects a duplicate name, in any case, and returns the id of the existing audience', async () => {
  const { call } = await threePeople();
  const first = await call(audiences, 'create', { name: 'Größe', contact_ids: [] });
  const second = await call(audiences, 'create', { name: 'Other', contact_ids: [] });
  await expect(call(audiences, 'create', { name: 'GRÖßE', contact_ids: [] })).rejects.toMatchObject({
    code: 'duplicate',
    status: 409,
    extras: { existing_id: first.id },
  });
  await expect(call(audiences, 'update', { id: second.id, name: 'größe' })).rejects.toMatchObject({
    code: 'duplicate',
    extras: { existing_id: first.id },
  });
  await (await threePeople()).call(audiences, 'create', { name: 'Größe', contact_ids: [] });
});

describe('changing an audience', () => {
  test('changes the given fields and emits an event that lists them', async () => {
    const { call, events } = await threePeople();
    const { id } = await call(audiences, 'create', { name: 'Old', description: 'x', condition: londoners });
    expect(await call(audiences, 'update', { id, name: 'New', description: null })).toMatchObject({
      name: 'New',
      description: null,
      condition: londoners,
      contact_count: 1,
    });
    expect(await events()).toEqual([
      ['audience_created', 'Old', undefined],
      ['audience_updated', 'New', ['name', 'description']],
    ]);
  });

  test('turns a condition into a fixed list and back', async () => {
    const { call, bob, cy, names, events } = await threePeople();
    const { id } = await call(audiences, 'create', { name: 'A', condition: londoners });
    expect(await call(audiences, 'update', { id, contact_ids: [bob, cy] })).toMatchObject({
      kind: 'fixed',
      condition: null,
      contact_count: 2,
    });
    expect(await names(id)).toEqual(['Cy', 'Bob']);
    expect(await call(audiences, 'update', { id, contact_ids: [bob] })).toMatchObject({ contact_count: 1 });
    expect(await call(audiences, 'update', { id, condition: londoners })).toMatchObject({
      kind: 'condition',
      condition: londoners,
      contact_count: 1,
    });
    expect(await names(id)).toEqual(['Ada']);
    expect((await events()).slice(1).map(([, , changed]) => changed)).toEqual([
      ['condition', 'contact_ids'],
      ['contact_ids'],
      ['condition', 'contact_ids'],
    ]);
  });

  test('to the same values emits no event and creates no version', async () => {
    const { call, ada, bob, events } = await threePeople();
    const conditional = await call.whole(audiences, 'create', { name: 'A', condition: londoners });
    const fixed = await call.whole(audiences, 'create', { name: 'B', contact_ids: [ada, bob] });
    expect(
      await call.whole(audiences, 'update', {
        id: conditional.output.id,
        name: 'A',
        condition: { value: 'London', op: 'eq', field: 'location' },
        contact_ids: null,
      }),
    ).toEqual(withBefore(conditional));
    expect(await call.whole(audiences, 'update', { id: fixed.output.id, contact_ids: [bob, ada, bob], condition: null })).toEqual(
      withBefore(fixed),
    );
    expect(await events()).toHaveLength(2);
  });

  test('answers the values before, which undo it', async () => {
    const { call, ada, bob, names } = await threePeople();
    const made = await call(audiences, 'create', { name: 'A', contact_ids: [ada, bob] });
    const first = await call(audiences, 'update', { id: made.id, contact_ids: [bob], description: 'Few' });
    expect(first.before).toEqual({ description: null, contact_ids: [ada, bob] });
    const second = await call(audiences, 'update', { id: made.id, condition: londoners });
    expect(second.before).toEqual({ contact_ids: [bob] });
    const third = await call(audiences, 'update', { id: made.id, name: 'B', ...second.before });
    expect(third.before).toEqual({ name: 'A', condition: londoners });
    await call(audiences, 'update', { id: made.id, ...first.before, name: 'A' });
    expect(await names(made.id)).toEqual(['Bob', 'Ada']);
    expect(await call(audiences, 'get', { id: made.id })).toMatchObject({ name: 'A', description: null, kind: 'fixed' });
  });

  test('cannot remove its definition', async () => {
    const { call, ada } = await threePeople();
    const conditional = await call(audiences, 'create', { name: 'A', condition: londoners });
    const fixed = await call(audiences, 'create', { name: 'B', contact_ids: [ada] });
    await expect(call(audiences, 'update', { id: conditional.id, condition: null })).rejects.toMatchObject({ code: 'invalid' });
    await expect(call(audiences, 'update', { id: fixed.id, contact_ids: null })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('to unknown ids is rejected and leaves the list unchanged', async () => {
    const { call, ada, names, events } = await threePeople();
    const { id } = await call(audiences, 'create', { name: 'A', contact_ids: [ada] });
    await expect(call(audiences, 'update', { id, contact_ids: ['con_none'] })).rejects.toMatchObject({ code: 'unresolved_reference' });
    expect([await names(id), (await events()).length]).toEqual([['Ada'], 1]);
  });

  test('with an outdated If-Match is rejected, and so is deleting it', async () => {
    const { call } = await threePeople();
    const { output, etag } = await call.whole(audiences, 'create', { name: 'A', condition: londoners });
    await call(audiences, 'update', { id: output.id, name: 'B' }, { if_match: etag! });
    await expect(call(audiences, 'update', { id: output.id, name: 'C' }, { if_match: etag! })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    await expect(call(audiences, 'delete', { id: output.id }, { if_match: etag! })).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await call(audiences, 'get', { id: output.id })).toMatchObject({ name: 'B' });
  });
});

test('deleting an audience leaves its contacts in place', async () => {
  const { call, ada, events } = await threePeople();
  const { id } = await call(audiences, 'create', { name: 'A', contact_ids: [ada] });
  expect(await call(audiences, 'delete', { id })).toEqual({ id, deleted: true });
  await expect(call(audiences, 'contacts', { id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await call(contacts, 'list', { include_total: true })).total).toBe(3);
  expect((await events()).at(-1)).toEqual(['audience_deleted', 'A', undefined]);
});

test('the list of audiences is newest first, with the number of contacts of each', async () => {
  const { call, ada, bob } = await threePeople();
  await call(audiences, 'create', { name: 'Londoners', condition: londoners });
  await call(audiences, 'create', { name: 'Two', contact_ids: [ada, bob] });
  await call(audiences, 'create', { name: 'Empty', contact_ids: [] });
  const first = await call(audiences, 'list', { limit: 2, include_total: true });
  expect(first).toMatchObject({
    data: [
      { name: 'Empty', contact_count: 0 },
      { name: 'Two', contact_count: 2 },
    ],
    has_more: true,
    total: 3,
  });
  expect(await call(audiences, 'list', { limit: 2, cursor: first.next_cursor! })).toMatchObject({
    data: [{ name: 'Londoners', contact_count: 1 }],
    has_more: false,
    next_cursor: null,
  });
});

test('the contacts of an audience are paged, newest first', async () => {
  const { call } = await threePeople();
  const { id } = await call(audiences, 'create', { name: 'Not London', condition: { not: londoners } });
  const first = await call(audiences, 'contacts', { id, limit: 1, include_total: true });
  expect(first).toMatchObject({ data: [{ name: 'Cy' }], has_more: true, total: 2 });
  expect(await call(audiences, 'contacts', { id, cursor: first.next_cursor! })).toMatchObject({ data: [{ name: 'Bob' }], has_more: false });
  expect((await call(audiences, 'contacts', { id, offset: 1 })).data).toMatchObject([{ name: 'Bob' }]);
});

test.each(['語', '"'])('a list by names of 200 characters, such as %s, has a second page', async (character) => {
  const { call } = await threePeople();
  for (const last of ['a', 'b']) await call(audiences, 'create', { name: character.repeat(199) + last, condition: londoners });
  const first = await call(audiences, 'list', { sort: 'name', limit: 1 });
  const second = await call(audiences, 'list', { sort: 'name', limit: 1, cursor: first.next_cursor! });
  expect([first, second].map(({ data, has_more }) => [data[0]!.name.at(-1), has_more])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test('every operation on an audience of another Space answers not_found', async () => {
  const { id } = await (await threePeople()).call(audiences, 'create', { name: 'A', condition: londoners });
  const { call } = await threePeople();
  for (const operation of ['get', 'update', 'delete', 'contacts'] as const)
    await expect(call(audiences, operation, { id })).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

test('a list counts each audience, and a page ends before its audiences have more than 1,000 comparisons', async () => {
  const { call, ada } = await threePeople();
  await call(contacts, 'tag', { id: ada, tags: ['vip'] });
  const named = (name: string): Condition => ({ field: 'name', op: 'contains', value: name });
  const repeated = (leaf: Condition): Condition => ({
    or: Array.from({ length: 4 }, () => ({ or: Array.from({ length: 50 }, () => leaf) })),
  });
  await call(audiences, 'create', { name: 'Fixed', contact_ids: [ada] });
  await call(audiences, 'create', { name: 'Empty', contact_ids: [] });
  const leaves = [named('A'), named('b'), { tag: 'VIP' }, { not: { tag: 'vip' } }, { custom_field: 'plan', op: 'is_empty' }, named('y')];
  for (const [n, leaf] of leaves.entries())
    await call(audiences, 'create', { name: `Condition ${n}`, condition: repeated(leaf as Condition) });
  const first = await call(audiences, 'list', { limit: 50 });
  expect(first.data.map(({ name, contact_count }) => [name, contact_count])).toEqual([
    ['Condition 5', 1],
    ['Condition 4', 3],
    ['Condition 3', 2],
    ['Condition 2', 1],
    ['Condition 1', 1],
  ]);
  expect(first).toMatchObject({ has_more: true });
  const second = await call(audiences, 'list', { limit: 50, cursor: first.next_cursor! });
  expect(second.data.map(({ name, contact_count }) => [name, contact_count])).toEqual([
    ['Condition 0', 1],
    ['Empty', 0],
    ['Fixed', 1],
  ]);
  expect(second).toMatchObject({ has_more: false, next_cursor: null });
  const newest = [...first.data, ...second.data].map(({ name }) => name);
  const orders = { name: newest.toSorted(), '-name': newest.toSorted().toReversed(), created_at: newest.toReversed() } as const;
  for (const sort of ['name', '-name', 'created_at'] as const) {
    const page = await call(audiences, 'list', { sort, limit: 50 });
    const rest = await call(audiences, 'list', { sort, limit: 50, cursor: page.next_cursor! });
    expect([...page.data, ...rest.data].map(({ name }) => name)).toEqual(orders[sort]);
    expect([page.has_more, rest.has_more]).toEqual([true, false]);
  }
});
