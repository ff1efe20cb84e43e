import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactDirectory } from '@space/contracts/contacts';
import { MAX_COMMENT_CHARACTERS, rowComments, snapshots } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';

import { TestTable, timeMachine } from './fixtures/time-machine.ts';

const ada = {
  id: newId('con'),
  name: 'Ada Lovelace',
  first_name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  company: null,
  line_of_work: null,
  location: null,
  bio: null,
  custom_fields: {},
  tags: [],
};

const people: Service = {
  name: 'contacts',
  schema: 'contacts',
  emits: false,
  open: () => ({
    serves: [
      serving(contactDirectory, {
        resolve: async ({ input }) => ({ contacts: input.ids.includes(ada.id) ? [ada] : [], merged: [] }),
        merged: async () => ({ merged: [] }),
        capture: async () => ada,
      }),
    ],
  }),
};

let space: TestServices;
beforeAll(async () => {
  space = await startServices([timeMachine, people]);
});
afterAll(() => space.stop());

const newRow = async (cells: Record<string, string | string[]> = { c1: 'Engine No. 2' }) => {
  const table = await new TestTable(space.ports).create({ key: 'name' }, { key: 'person', type: 'contact' });
  const row_id = await table.insert(cells);
  const call = callAs(space.ports, table.caller);
  const at = { table_id: table.id, row_id };
  return { table, row_id, call, at, events: () => emittedIn(space.ports.database, 'tables', table.space) };
};

describe('row comments', () => {
  test('are posted as the caller and listed oldest first, page by page', async () => {
    const { table, call, at } = await newRow();
    const first = await call(rowComments, 'create', { ...at, body: 'They called back.' });
    expect(first).toEqual({
      id: expect.stringMatching(/^cmt_/),
      created_at: table.now,
      updated_at: table.now,
      ...at,
      body: 'They called back.',
      author: table.caller.actor,
    });
    const agent = callAs(space.ports, { ...table.caller, actor: { kind: 'agent', id: 'agt_1', name: 'Robin' } });
    const second = await agent(rowComments, 'create', { ...at, body: 'And bought.' });
    expect(second.author).toEqual({ kind: 'agent', id: 'agt_1', name: 'Robin' });
    expect(await call(rowComments, 'list', { ...at, include_total: true })).toEqual({
      data: [first, second],
      has_more: false,
      next_cursor: null,
      total: 2,
    });
    expect(await call(rowComments, 'get', { ...at, comment_id: second.id })).toEqual(second);
    const page = await call(rowComments, 'list', { ...at, limit: 1 });
    expect(page.data).toEqual([first]);
    expect((await call(rowComments, 'list', { ...at, cursor: page.next_cursor! })).data).toEqual([second]);
  });

  test('emit events with the title of the row and its contact', async () => {
    const { table, row_id, call, at, events } = await newRow({ c1: 'Engine No. 2', c2: [ada.id] });
    const { id } = await call(rowComments, 'create', { ...at, body: 'Hello' });
    await call(rowComments, 'delete', { ...at, comment_id: id });
    const about = {
      table_id: table.id,
      table: 'Deals',
      row_id,
      row: 'Engine No. 2',
      contact_id: ada.id,
      contact: ada,
      comment_id: id,
      comment: 'Hello',
    };
    expect(await events()).toMatchObject([
      { type: 'table_row_commented', data: about },
      { type: 'table_row_comment_deleted', data: about },
    ]);
  });

  test('emit no contact if the row links to none or to a deleted one', async () => {
    for (const cells of [{}, { c2: ['con_gone'] }]) {
      const { call, at, events } = await newRow(cells as Record<string, string[]>);
      await call(rowComments, 'create', { ...at, body: 'Hello' });
      const { data } = (await events())[0]!;
      expect(data).not.toHaveProperty('contact');
      expect(data).toMatchObject({ row: null });
    }
  });

  test('of a deleted row are unreachable until a restore', async () => {
    const { table, row_id, call, at } = await newRow();
    const comment = await call(rowComments, 'create', { ...at, body: 'Keep me' });
    const { id: snapshot_id } = await call(snapshots, 'create', { table_id: table.id });
    await table.delete(row_id);
    await expect(call(rowComments, 'list', at)).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(rowComments, 'create', { ...at, body: 'No' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(rowComments, 'delete', { ...at, comment_id: comment.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(rowComments, 'get', { ...at, comment_id: comment.id })).rejects.toMatchObject({ code: 'not_found' });
    await call(snapshots, 'restore', { table_id: table.id, snapshot_id });
    expect((await call(rowComments, 'list', at)).data).toEqual([comment]);
  });

  test('are readable but not writable in an archived table', async () => {
    const { table, call, at } = await newRow();
    await call(rowComments, 'create', { ...at, body: 'Before' });
    await table.alone((tx) => table.set(tx, sql.fragment`archived_at = now()`));
    await expect(call(rowComments, 'create', { ...at, body: 'After' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await call(rowComments, 'list', at)).data).toHaveLength(1);
  });

  test('have up to 4,000 code points', async () => {
    const { call, at } = await newRow();
    expect((await call(rowComments, 'create', { ...at, body: '🚂'.repeat(MAX_COMMENT_CHARACTERS) })).body).toHaveLength(
      2 * MAX_COMMENT_CHARACTERS,
    );
    for (const body of ['', '  \n', 'x'.repeat(MAX_COMMENT_CHARACTERS + 1)])
      await expect(call(rowComments, 'create', { ...at, body })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('are not found from another Space, under another row or by an unknown id', async () => {
    const { table, call, at } = await newRow();
    const { id } = await call(rowComments, 'create', { ...at, body: 'Hello' });
    const stranger = callAs(space.ports, newSpaceCaller());
    await expect(stranger(rowComments, 'list', at)).rejects.toMatchObject({ code: 'not_found' });
    await expect(stranger(rowComments, 'create', { ...at, body: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    const other = await table.insert({});
    await expect(call(rowComments, 'delete', { ...at, row_id: other, comment_id: id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(rowComments, 'get', { ...at, row_id: other, comment_id: id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(rowComments, 'delete', { ...at, comment_id: 'cmt_none' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await call(rowComments, 'list', at)).data).toHaveLength(1);
  });

  test('with an idempotency key are posted once', async () => {
    const { call, at, events } = await newRow();
    const post = () => call.whole(rowComments, 'create', { ...at, body: 'Once' }, { idempotency_key: 'k' });
    const first = await post();
    expect((await post()).output).toEqual(first.output);
    expect(await events()).toHaveLength(1);
  });
});
