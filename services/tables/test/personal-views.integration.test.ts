import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import type { Caller } from '@space/contracts/core';
import { columns, MAX_PERSONAL_VIEWS, MAX_PERSONAL_VIEWS_BYTES, rows, shareLinks, snapshots, tables, views } from '@space/contracts/tables';
import { newId } from '@space/database';
import { type CallAs, callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { deleteViewsOfFormerMembers } from '../src/views/personal-view-retention.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

const memberOf = (space_id: string, name: string): Caller => ({
  space_id,
  key_id: '',
  actor: { kind: 'person', id: newId('mbr'), name },
  person: { id: newId('per'), session_id: newId('ses'), role: 'member' },
});

/** Creates a table with two rows in its own Space. Two members and a key call it; Ada has a personal view of one of the rows. */
async function newTable() {
  const owner = newSpaceCaller();
  const adaCaller = memberOf(owner.space_id, 'Ada');
  const [key, ada, ben] = [owner, adaCaller, memberOf(owner.space_id, 'Ben')].map((caller) => callAs(space.ports, caller)) as [
    CallAs,
    CallAs,
    CallAs,
  ];
  const { id: table_id } = await key(tables, 'create', {
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'amount', label: 'Amount', type: 'number' },
    ],
  });
  await key(rows, 'create_bulk', {
    table_id,
    rows: [
      { name: 'Bridge', amount: 1 },
      { name: 'Tower', amount: 9 },
    ],
  } as never);
  const filters = [{ column_key: 'amount', op: 'gt', value: 5 }];
  const mine = await ada(views, 'create', { table_id, name: 'Secret plan', personal: true, config: { filters } as never });
  const place = { table_id, view_id: mine.id };
  const others: readonly (readonly [string, CallAs])[] = [
    ['Ben', ben],
    ['a key', key],
    ['an automation of Ada', callAs(space.ports, { ...adaCaller, actor: { ...adaCaller.actor, kind: 'automation' }, person: undefined })],
  ];
  const events = async () =>
    (await emittedIn(space.ports.database, 'tables', owner.space_id))
      .filter(({ type }) => /view|share/.test(type))
      .map(({ type, data }) => [type, data.view]);
  return { key, ada, ben, adaCaller, others, table_id, mine, place, events };
}

/** Returns the code, the status words and the errors of a refusal. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'not refused',
    ({ code, message, extras }) => ({ code, message, errors: extras?.errors }),
  );

describe('a personal view', () => {
  test('is seen and used by its owner', async () => {
    const { ada, table_id, mine, place } = await newTable();
    expect(mine).toMatchObject({ name: 'Secret plan', personal: true, is_default: false });
    expect(await ada(views, 'get', place)).toEqual(mine);
    expect((await ada(views, 'list', { table_id, include_total: true })).total).toBe(2);
    expect((await ada(tables, 'get', { table_id })).views.map(({ personal }) => personal)).toEqual([false, true]);
    expect((await ada(rows, 'list', place)).data.map(({ data }) => data.name)).toEqual(['Tower']);
    expect((await ada(rows, 'marks', place)).total).toBe(1);
    expect((await ada(tables, 'aggregate', place)).groups).toEqual([{ group: {}, values: { count: 1 } }]);
    expect((await ada(rows, 'export', place)).csv).toMatch(/Tower/);
  });

  test('does not exist for another member, a key and an automation, in the words of a view that never was', async () => {
    const { others, table_id, place, mine } = await newTable();
    const never = { table_id, view_id: newId('viw') };
    for (const [who, other] of others) {
      expect([who, (await other(views, 'list', { table_id, include_total: true })).total]).toEqual([who, 1]);
      expect(JSON.stringify(await other(tables, 'get', { table_id }))).not.toContain('Secret plan');
      const uses = [
        (view: typeof place) => other(views, 'get', view),
        (view: typeof place) => other(views, 'update', { ...view, name: 'Taken' }),
        (view: typeof place) => other(views, 'update', { ...view, personal: false }),
        (view: typeof place) => other(views, 'delete', view),
        (view: typeof place) => other(rows, 'list', view),
        (view: typeof place) => other(rows, 'list', { ...view, sort: [{ column_key: 'nothing' }] } as never),
        (view: typeof place) => other(rows, 'marks', view),
        (view: typeof place) => other(rows, 'export', view),
        (view: typeof place) => other(tables, 'aggregate', view),
        (view: typeof place) => other(shareLinks, 'create', view),
      ];
      for (const use of uses) {
        const unknown = JSON.stringify(await refusalOf(use(never))).replaceAll(never.view_id, 'ID');
        expect(unknown).toMatch(/not_found|unresolved_reference/);
        expect(JSON.stringify(await refusalOf(use(place))).replaceAll(mine.id, 'ID')).toBe(unknown);
      }
    }
  });

  test('emits no event and leaves the version of its table, until it is shared', async () => {
    const { ada, key, table_id, place, events } = await newTable();
    const before = await key.whole(tables, 'get', { table_id });
    const ownBefore = await ada.whole(tables, 'get', { table_id });
    await ada(views, 'update', { ...place, name: 'Secret plan 2', config: {} });
    const other = await ada(views, 'create', { table_id, name: 'Another', personal: true });
    await ada(views, 'delete', { table_id, view_id: other.id });
    expect(await events()).toEqual([]);
    expect((await key.whole(tables, 'get', { table_id })).etag).toBe(before.etag);
    expect((await ada.whole(tables, 'get', { table_id })).etag).not.toBe(ownBefore.etag);
    expect(await ada(views, 'update', { ...place, personal: false, name: 'Plan' })).toMatchObject({
      name: 'Plan',
      personal: false,
      before: { name: 'Secret plan 2', personal: true },
    });
    expect(await key(views, 'get', place)).toMatchObject({ name: 'Plan', personal: false });
    await ada(views, 'update', { ...place, personal: true, name: 'Mine again' });
    expect(await refusalOf(key(views, 'get', place))).toMatchObject({ code: 'not_found' });
    expect(await events()).toEqual([
      ['table_view_created', 'Plan'],
      ['table_view_deleted', 'Plan'],
    ]);
  });

  test('is made by a person only: a key is refused with the way out', async () => {
    const { key, table_id } = await newTable();
    const shared = await key(views, 'create', { table_id, name: 'Shared', personal: false });
    for (const call of [
      key(views, 'create', { table_id, name: 'X', personal: true }),
      key(views, 'update', { table_id, view_id: shared.id, personal: true }),
    ])
      expect(await refusalOf(call)).toMatchObject({
        code: 'invalid',
        errors: [{ path: 'personal', code: 'not_a_person', message: expect.stringContaining('leave it out') }],
      });
    expect(await key(views, 'update', { table_id, view_id: shared.id, personal: false })).toMatchObject({ before: {} });
  });

  test('is never the default view', async () => {
    const { ada, ben, table_id, place } = await newTable();
    const wanted = { code: 'invalid', errors: [{ path: 'is_default', code: 'personal_view' }] };
    expect(await refusalOf(ada(views, 'create', { table_id, name: 'X', personal: true, is_default: true }))).toMatchObject(wanted);
    expect(await refusalOf(ada(views, 'update', { ...place, is_default: true }))).toMatchObject(wanted);
    const [all] = (await ben(views, 'list', { table_id })).data;
    expect(await refusalOf(ben(views, 'update', { table_id, view_id: all!.id, personal: true }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('make another one the default first'),
    });
    // The last shared view can be deleted, although Ada has one; the next shared one is the default.
    await ben(views, 'delete', { table_id, view_id: all!.id });
    expect(await refusalOf(ben(shareLinks, 'create', { table_id }))).toMatchObject({ code: 'conflict' });
    expect(await ada(views, 'update', { ...place, personal: false })).toMatchObject({ is_default: true });
  });

  test('has no share links, and one with share links stays shared', async () => {
    const { ada, ben, table_id, place } = await newTable();
    expect(await refusalOf(ada(shareLinks, 'create', place))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('{"personal": false}'),
    });
    const link = await ada(shareLinks, 'create', { table_id });
    expect(await refusalOf(ada(shareLinks, 'update', { ...place, link_id: link.id }))).toMatchObject({ code: 'conflict' });
    const shared = await ben(views, 'create', { table_id, name: 'Open' });
    const open = await ben(shareLinks, 'create', { table_id, view_id: shared.id });
    expect(await refusalOf(ben(views, 'update', { table_id, view_id: shared.id, personal: true }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('revoke it first'),
    });
    await ben(shareLinks, 'delete', { table_id, link_id: open.id });
    expect(await ben(views, 'update', { table_id, view_id: shared.id, personal: true })).toMatchObject({ personal: true });
    expect(await refusalOf(ada(views, 'get', { table_id, view_id: shared.id }))).toMatchObject({ code: 'not_found' });
  });

  test('is not named when a column that it reads is deleted by another member', async () => {
    const { ada, ben, table_id } = await newTable();
    const { data } = await ben(columns, 'list', { table_id });
    const column = { table_id, column_id: data.find(({ key }) => key === 'amount')!.id };
    expect(await refusalOf(ada(columns, 'delete', column))).toMatchObject({ message: expect.stringContaining('Secret plan') });
    expect(await ben(columns, 'delete', column)).toMatchObject({ deleted: true });
  });

  test('is made again from the answer of its delete', async () => {
    const { ada, table_id, place, mine } = await newTable();
    const { before } = await ada(views, 'delete', place);
    const again = await ada(views, 'create', { table_id, ...before } as never);
    expect(again).toMatchObject({ name: 'Secret plan', personal: true, config: mine.config });
  });
});

describe('limits', () => {
  test('count personal views for each member, not for the table', async () => {
    const { ada, ben, table_id } = await newTable();
    for (let count = 1; count < MAX_PERSONAL_VIEWS; count += 1) await ada(views, 'create', { table_id, name: `V${count}`, personal: true });
    const shared = await ben(views, 'create', { table_id, name: 'Shared' });
    for (const call of [
      ada(views, 'create', { table_id, name: 'X', personal: true }),
      ada(views, 'update', { table_id, view_id: shared.id, personal: true }),
    ])
      expect(await refusalOf(call)).toMatchObject({ code: 'limit_reached', message: expect.stringContaining(`${MAX_PERSONAL_VIEWS}`) });
    expect(await ben(views, 'create', { table_id, name: 'Mine', personal: true })).toMatchObject({ personal: true });
  });

  test('bound the settings of the personal views of a member', async () => {
    const { ada, ben, table_id } = await newTable();
    const values = Array.from({ length: 200 }, (_, at) => `${at}`.padEnd(1_000, 'x'));
    const config = { filters: [{ column_key: 'name', op: 'in', value: values }] } as never;
    const create = (call: CallAs) => call(views, 'create', { table_id, name: 'Large', personal: true, config });
    await create(ada);
    expect(await refusalOf(create(ada))).toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(`${MAX_PERSONAL_VIEWS_BYTES}`),
    });
    expect(await create(ben)).toMatchObject({ personal: true });
  });
});

describe('the Time Machine', () => {
  test('has no personal views, and leaves them as they are', async () => {
    const { ada, ben, table_id, place, mine } = await newTable();
    const shared = await ben(views, 'create', { table_id, name: 'Was shared' });
    const { id: snapshot_id } = await ben(snapshots, 'create', { table_id });
    await ada(views, 'update', { table_id, view_id: shared.id, personal: true, name: 'Ada keeps this' });
    const later = await ada(views, 'create', { table_id, name: 'Later', personal: true });
    const restored = await ben(snapshots, 'restore', { table_id, snapshot_id });
    expect(restored.views_changed).toBe(1);
    expect((await ben(views, 'list', { table_id })).data.map(({ name }) => name)).toEqual(['All rows', 'Was shared']);
    const adas = (await ada(views, 'list', { table_id })).data;
    expect(adas.filter(({ personal }) => personal).map(({ id, name }) => [id, name])).toEqual([
      [mine.id, 'Secret plan'],
      [shared.id, 'Ada keeps this'],
      [later.id, 'Later'],
    ]);
    await ben(snapshots, 'restore', { table_id, snapshot_id: restored.undo_snapshot_id });
    expect((await ben(views, 'list', { table_id })).data.map(({ name }) => name)).toEqual(['All rows']);
    expect(await ada(views, 'get', place)).toEqual(mine);
  });
});

test('views of former members are deleted, and those of members and shared ones stay', async () => {
  const { ada, ben, adaCaller, table_id, place } = await newTable();
  const bens = await ben(views, 'create', { table_id, name: 'Of Ben', personal: true });
  const bus = {
    ...space.ports.bus,
    request: async (_subject: string, { body }: { readonly body: Uint8Array | null }) => {
      const { ids } = JSON.parse(Buffer.from(body!).toString()) as { readonly ids: readonly string[] };
      return { body: Buffer.from(JSON.stringify({ ids: ids.filter((id) => id !== adaCaller.actor.id) })) };
    },
  };
  await deleteViewsOfFormerMembers({ database: space.ports.database, bus });
  expect(await refusalOf(ada(views, 'get', place))).toMatchObject({ code: 'not_found' });
  expect(await ben(views, 'get', { table_id, view_id: bens.id })).toEqual(bens);
  expect((await ben(views, 'list', { table_id, include_total: true })).total).toBe(2);
});
