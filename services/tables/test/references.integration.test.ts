import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columns, rows, tables } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

/** Creates companies and deals that link to one or several of them, with inverse links in the companies. */
async function crm(cardinality: 'one' | 'many' = 'one') {
  const testSpace = newSpace(space);
  const companies = await testSpace.table('Companies', { key: 'name', type: 'text' });
  const deals = await testSpace.table('Deals', { key: 'name', type: 'text' }, { key: 'amount', type: 'number' });
  await testSpace.call(columns, 'create', {
    table_id: deals.id,
    key: 'company',
    label: 'Company',
    type: 'reference',
    reference_target: { table_id: companies.id, cardinality, symmetric_key: 'deals' },
  });
  const company = async (name: string, more: object = {}) =>
    (await testSpace.call(rows, 'create', { table_id: companies.id, data: { name, ...more } as never })).id;
  const deal = (data: object, typecast = false) => testSpace.call(rows, 'create', { table_id: deals.id, data: data as never, typecast });
  const dealsOf = async (row_id: string) =>
    ((await testSpace.call(rows, 'get', { table_id: companies.id, row_id })).data.deals as { row_id: string }[] | null)?.map(
      (one) => one.row_id,
    ) ?? [];
  const companyOf = async (row_id: string) => (await testSpace.call(rows, 'get', { table_id: deals.id, row_id })).data.company;
  return { ...testSpace, companies: companies.id, deals: deals.id, company, deal, dealsOf, companyOf };
}

describe('a reference', () => {
  test('accepts an id, a list or the form of responses, and is shown with the title', async () => {
    const { company, deal } = await crm('many');
    const [acme, best] = [await company('Acme'), await company('Best')];
    for (const given of [acme, [acme], [{ row_id: acme, title: 'Acme' }]])
      expect(await deal({ company: given })).toMatchObject({ data: { company: [{ row_id: acme, title: 'Acme' }] } });
    expect((await deal({ company: [best, acme] })).data.company).toEqual([
      { row_id: best, title: 'Best' },
      { row_id: acme, title: 'Acme' },
    ]);
  });

  test('to missing rows returns 422 with every path, and nothing is written', async () => {
    const { call, deals, company, deal, events } = await crm();
    const acme = await company('Acme');
    const other = await crm();
    const foreign = await other.company('Theirs');
    const refused = await refusal(
      call(rows, 'create_bulk', { table_id: deals, rows: [{ company: acme }, { company: 'row_none' }, { company: foreign }] }),
    );
    expect(refused).toMatchObject({ code: 'unresolved_reference', status: 422 });
    expect(refused.extras.errors!.map(({ path }) => path)).toEqual(['rows.1.company', 'rows.2.company']);
    const created = await deal({});
    expect(await refusal(call(rows, 'update', { table_id: deals, row_id: created.id, data: { company: deals } }))).toMatchObject({
      status: 400,
    });
    expect((await events()).filter(({ data }) => (data as { table?: string }).table === 'Deals')).toHaveLength(1);
  });

  test('with typecast is resolved by title, and rejected for no row or several rows', async () => {
    const { call, companies, company, deal } = await crm();
    const acme = await company('Acme');
    await company('Twin');
    await company('twin');
    expect(await deal({ company: 'ACME' }, true)).toMatchObject({ data: { company: [{ row_id: acme }] } });
    expect(await refusal(deal({ company: 'Unknown' }, true))).toMatchObject({
      code: 'unresolved_reference',
      message: expect.stringContaining('Unknown'),
    });
    expect(await refusal(deal({ company: 'Twin' }, true))).toMatchObject({ message: expect.stringContaining('several rows') });
    expect(await call(tables, 'get', { table_id: companies })).toMatchObject({ row_count: 3 });
  });

  test('to a concurrently deleted row never stores an id that did not exist', async () => {
    const { call, companies, company, deal, dealsOf } = await crm();
    for (let round = 0; round < 5; round++) {
      const acme = await company('Acme');
      const [created, deleted] = await Promise.allSettled([
        deal({ company: acme }),
        call(rows, 'delete', { table_id: companies, row_id: acme }),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (created.status === 'rejected') expect(created.reason).toMatchObject({ code: 'unresolved_reference' });
    }
    expect(await dealsOf(await company('Fresh'))).toEqual([]);
  });

  test('is hidden after its row is deleted', async () => {
    const { call, companies, company, deal, companyOf } = await crm();
    const acme = await company('Acme');
    const { id } = await deal({ company: acme });
    await call(rows, 'delete', { table_id: companies, row_id: acme });
    expect(await companyOf(id)).toBeNull();
  });
});

describe('an inverse column', () => {
  test('shows the links, and writing it stores them with versions and events of the linking rows', async () => {
    const { call, companies, deals, company, deal, dealsOf, companyOf, events } = await crm();
    const acme = await company('Acme');
    const [a, b] = [await deal({ name: 'a', company: acme }), await deal({ name: 'b' })];
    expect(await dealsOf(acme)).toEqual([a.id]);
    const before = await call.whole(rows, 'get', { table_id: deals, row_id: b.id });
    const changed = await call(rows, 'update', { table_id: companies, row_id: acme, data: { deals: [b.id] } });
    expect(changed.data.deals).toEqual([{ row_id: b.id, title: 'b' }]);
    expect(await companyOf(a.id)).toBeNull();
    expect(await companyOf(b.id)).toEqual([{ row_id: acme, title: 'Acme' }]);
    expect((await call.whole(rows, 'get', { table_id: deals, row_id: b.id })).etag).not.toBe(before.etag);
    const updated = (await events()).filter(({ type }) => type === 'table_row_updated').map(({ data }) => data);
    expect(updated).toHaveLength(3);
    expect(updated).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          row_id: a.id,
          table: 'Deals',
          changed: ['company'],
          previous: { company: [{ row_id: acme, title: 'Acme' }] },
        }),
        expect.objectContaining({ row_id: b.id, table: 'Deals', changed: ['company'], previous: { company: null } }),
        expect.objectContaining({
          row_id: acme,
          table: 'Companies',
          changed: ['deals'],
          previous: { deals: [{ row_id: a.id, title: 'a' }] },
        }),
      ]),
    );
  });

  test('moves a row that links to a single row, and adds a link to a row that links to many', async () => {
    const one = await crm('one');
    const [acme, best] = [await one.company('Acme'), await one.company('Best')];
    const { id } = await one.deal({ company: acme });
    await one.call(rows, 'update', { table_id: one.companies, row_id: best, data: { deals: [id] } });
    expect([await one.dealsOf(acme), await one.dealsOf(best)]).toEqual([[], [id]]);
    const many = await crm('many');
    const [x, y] = [await many.company('X'), await many.company('Y')];
    const deal = await many.deal({ company: x });
    await many.call(rows, 'update', { table_id: many.companies, row_id: y, data: { deals: [deal.id] } });
    expect([await many.dealsOf(x), await many.dealsOf(y)]).toEqual([[deal.id], [deal.id]]);
    await many.call(rows, 'update', { table_id: many.companies, row_id: x, data: { deals: null } });
    expect([await many.dealsOf(x), await many.dealsOf(y)]).toEqual([[], [deal.id]]);
  });

  test('can be written for a new row, and writing its current links changes nothing', async () => {
    const { call, companies, deal, dealsOf, company, events } = await crm();
    const { id } = await deal({ name: 'a' });
    const acme = await company('Acme', { deals: [id] });
    expect(await dealsOf(acme)).toEqual([id]);
    const count = (await events()).length;
    const row = { table_id: companies, row_id: acme };
    const before = await call.whole(rows, 'get', row);
    const after = await call.whole(rows, 'update', { ...row, data: { deals: before.output.data.deals! } });
    expect(after).toEqual({ ...before, output: { ...before.output, previous_version: null } });
    expect(await events()).toHaveLength(count);
  });

  test('rejects two rows of one call that claim the same row, and missing rows', async () => {
    const { call, companies, company, deal } = await crm();
    const [acme, best] = [await company('Acme'), await company('Best')];
    const { id } = await deal({});
    const claims = [acme, best].map((row_id) => ({ row_id, data: { deals: [id] } }));
    expect(await refusal(call(rows, 'update_bulk', { table_id: companies, updates: claims }))).toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'updates.1.data.deals' }] },
    });
    expect(await refusal(call(rows, 'update', { table_id: companies, row_id: acme, data: { deals: ['row_none'] } }))).toMatchObject({
      status: 422,
    });
  });

  test('written concurrently from both sides ends, and both sides show the same links', async () => {
    const { call, companies, deals, company, deal, dealsOf, companyOf } = await crm();
    const owners = [await company('A'), await company('B')];
    const created = (await Promise.all([1, 2, 3].map(() => deal({})))).map(({ id }) => id);
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        index % 2
          ? call(rows, 'update', { table_id: companies, row_id: owners[index % 4 > 1 ? 0 : 1]!, data: { deals: created.slice(index % 3) } })
          : call(rows, 'update', { table_id: deals, row_id: created[index % 3]!, data: { company: owners[index % 4 > 1 ? 1 : 0]! } }),
      ),
    );
    for (const id of created) {
      const owner = (await companyOf(id)) as { row_id: string }[] | null;
      for (const one of owners) expect((await dealsOf(one)).includes(id)).toBe(owner?.[0]?.row_id === one);
    }
  });

  test('in the same table links its rows with one another', async () => {
    const testSpace = newSpace(space);
    const { id: table_id } = await testSpace.table('Tasks', { key: 'name', type: 'text' });
    const target = { table_id, cardinality: 'many' as const, symmetric_key: 'blocks' };
    await testSpace.call(columns, 'create', {
      table_id,
      key: 'blocked_by',
      label: 'Blocked by',
      type: 'reference',
      reference_target: target,
    });
    const a = await testSpace.call(rows, 'create', { table_id, data: { name: 'a' } });
    const b = await testSpace.call(rows, 'create', { table_id, data: { name: 'b', blocked_by: [a.id] } });
    const shown = async (row_id: string) => (await testSpace.call(rows, 'get', { table_id, row_id })).data;
    expect(await shown(a.id)).toMatchObject({ blocks: [{ row_id: b.id, title: 'b' }], blocked_by: null });
    await testSpace.call(rows, 'update', { table_id, row_id: a.id, data: { blocks: [a.id] } });
    expect(await shown(a.id)).toMatchObject({ blocks: [{ row_id: a.id }], blocked_by: [{ row_id: a.id }] });
    expect(await shown(b.id)).toMatchObject({ blocked_by: null });
  });
});

describe('a rollup', () => {
  test('of linking rows is correct after each create, update, relink and delete', async () => {
    const { call, companies, deals, company, deal } = await crm();
    const config = { reference_column: 'deals', target_column: 'amount', function: 'sum' };
    await call(columns, 'create', { table_id: companies, key: 'sum', label: 'Sum', type: 'rollup', field_config: config });
    const [acme, best] = [await company('Acme'), await company('Best')];
    const sums = async () =>
      Promise.all([acme, best].map(async (row_id) => (await call(rows, 'get', { table_id: companies, row_id })).data.sum));
    const a = await deal({ amount: 5, company: acme });
    const b = await deal({ amount: 7, company: acme });
    expect(await sums()).toEqual([12, 0]);
    await call(rows, 'update', { table_id: deals, row_id: a.id, data: { amount: 6 } });
    expect(await sums()).toEqual([13, 0]);
    expect(await call(rows, 'update', { table_id: companies, row_id: best, data: { deals: [a.id] } })).toMatchObject({ data: { sum: 6 } });
    expect(await sums()).toEqual([7, 6]);
    await call(rows, 'delete', { table_id: deals, row_id: b.id });
    expect(await sums()).toEqual([0, 6]);
  });

  test('is correct after many concurrent writes', async () => {
    const { call, companies, company, deal } = await crm();
    const config = { reference_column: 'deals', target_column: 'amount', function: 'sum' };
    await call(columns, 'create', { table_id: companies, key: 'sum', label: 'Sum', type: 'rollup', field_config: config });
    const acme = await company('Acme');
    await Promise.all(Array.from({ length: 20 }, (_, index) => deal({ amount: index, company: acme })));
    expect(await call(rows, 'get', { table_id: companies, row_id: acme })).toMatchObject({ data: { sum: 190 } });
  });
});

describe('a contact', () => {
  async function visits() {
    const testSpace = newSpace(space);
    const { id: table_id } = await testSpace.table(
      'Visits',
      { key: 'name', type: 'text' },
      { key: 'who', type: 'contact' },
      { key: 'with', type: 'contact', field_config: { multiple: true } },
    );
    const ada = await testSpace.contact('Ada Lovelace', 'ada@example.com');
    const bob = await testSpace.contact('Bob', 'bob@example.com');
    return { ...testSpace, table_id, ada, bob };
  }

  test('is shown with name and email, and events contain the contact', async () => {
    const { call, table_id, ada, bob, events } = await visits();
    const created = await call(rows, 'create', { table_id, data: { who: ada.id, with: [bob.id, ada.id] } });
    expect(created.data).toMatchObject({
      who: [{ contact_id: ada.id, name: 'Ada Lovelace', email: 'ada@example.com' }],
      with: [{ contact_id: bob.id }, { contact_id: ada.id }],
    });
    expect(await call(rows, 'get', { table_id, row_id: created.id })).toEqual(created);
    await call(rows, 'update', { table_id, row_id: created.id, data: { name: 'x' } });
    await call(rows, 'delete', { table_id, row_id: created.id });
    const emitted = await events();
    expect(emitted).toHaveLength(3);
    for (const { data } of emitted) expect(data).toMatchObject({ contact_id: ada.id, contact: { id: ada.id, first_name: 'Ada' } });
  });

  test('outside the Space returns 422 with its path, by id and by email', async () => {
    const { call, table_id } = await visits();
    const foreign = await newSpace(space).contact('Other', 'other@example.com');
    const refused = await refusal(
      call(rows, 'create_bulk', { table_id, rows: [{ who: foreign.id }, { with: ['unknown@example.com'] }], typecast: true }),
    );
    expect(refused).toMatchObject({ code: 'unresolved_reference' });
    expect(refused.extras.errors!.map(({ path }) => path)).toEqual(['rows.0.who', 'rows.1.with']);
  });

  test('with typecast is resolved by email, ignoring case', async () => {
    const { call, table_id, ada } = await visits();
    const created = await call(rows, 'create', { table_id, data: { who: 'ADA@example.com' }, typecast: true });
    expect(created).toMatchObject({ data: { who: [{ contact_id: ada.id }] } });
    const answer = await call(rows, 'update', { table_id, row_id: created.id, data: { name: 'x' } });
    expect(answer).toMatchObject({ data: { name: 'x', who: [{ name: 'Ada Lovelace' }] } });
  });
});
