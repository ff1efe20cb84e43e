import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rows, tables } from '@space/contracts/tables';
import type { TestServices } from '@space/runtime/testing';
import { newDeals } from './fixtures/deals.ts';
import { refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());

const deals = (...more: Record<string, unknown>[]) => newDeals(space, ...more);

describe('a unique column', () => {
  const email = { key: 'email', type: 'email', field_config: { unique: true } };

  test('rejects a duplicate, ignoring case, and names the column, the value and the existing row', async () => {
    const { call, table_id, create } = await deals(email);
    const first = await create({ email: 'Ada@example.com' });
    const refused = await refusal(create({ email: 'ada@example.com' }));
    expect(refused).toMatchObject({
      code: 'duplicate',
      status: 409,
      extras: { column_key: 'email', existing_id: first.output.id, errors: [{ path: 'data.email', code: 'duplicate' }] },
    });
    expect(refused.message).toContain('ada@example.com');
    const second = await create({ email: 'bob@example.com' });
    expect(await refusal(call(rows, 'update', { table_id, row_id: second.output.id, data: { email: 'ADA@example.com' } }))).toMatchObject({
      code: 'duplicate',
      extras: { existing_id: first.output.id },
    });
  });

  test('rejects two equal values in one call and names both places', async () => {
    const { call, table_id } = await deals({ key: 'no', type: 'number', field_config: { unique: true } });
    const refused = await refusal(call(rows, 'create_bulk', { table_id, rows: [{ no: 1 }, { no: 2 }, { no: 1 }] }));
    expect(refused).toMatchObject({
      code: 'duplicate',
      extras: { errors: [{ path: 'rows.2.no', message: expect.stringContaining('rows.0') }] },
    });
  });

  test('accepts one of many concurrent equal values', async () => {
    const { create } = await deals(email);
    const attempts = Array.from({ length: 12 }, () =>
      create({ email: 'one@example.com' }).then(
        () => 'done',
        ({ code }) => code,
      ),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(11);
  });
});

describe('typecast', () => {
  test('adds unknown choices to the column for all readers', async () => {
    const { call, table_id } = await deals({ key: 'stage', type: 'select', options: ['new'] });
    expect(await refusal(call(rows, 'create', { table_id, data: { stage: 'won' } }))).toMatchObject({ code: 'invalid' });
    const created = await call(rows, 'create', { table_id, data: { stage: 'won', amount: '5', name: 7 }, typecast: true });
    expect(created).toMatchObject({ data: { stage: 'won', amount: 5, name: '7' } });
    const bulk = await call(rows, 'create_bulk', {
      table_id,
      rows: [{ stage: 'lost' }, { stage: 'lost' }, { stage: 'Won' }],
      typecast: true,
    });
    expect(bulk.data.map(({ data }) => data.stage)).toEqual(['lost', 'lost', 'won']);
    expect(await call(rows, 'update', { table_id, row_id: created.id, data: { stage: 'lost' } })).toMatchObject({
      data: { stage: 'lost' },
    });
    const { columns } = await call(tables, 'get', { table_id });
    expect(columns.find(({ key }) => key === 'stage')!.options.map(({ name }) => name)).toEqual(['new', 'won', 'lost']);
  });

  test('adds each choice once under concurrent calls', async () => {
    const { call, table_id } = await deals({ key: 'stage', type: 'select', options: ['new'] });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => call(rows, 'create', { table_id, data: { stage: `s${index % 3}` }, typecast: true })),
    );
    const { columns } = await call(tables, 'get', { table_id });
    expect(
      columns
        .find(({ key }) => key === 'stage')!
        .options.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['new', 's0', 's1', 's2']);
  });
});
