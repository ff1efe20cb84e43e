import { afterAll, expect, test } from '@jest/globals';
import type { contracts } from '@space/contracts/catalog';
import type { ArgumentsOf } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

const deals: ArgumentsOf<typeof contracts.tables.operations.create> = {
  name: 'Deals',
  singular_label: 'Deal',
  columns: [
    { key: 'name', label: 'Name', type: 'text', required: true },
    { key: 'amount', label: 'Amount', type: 'number' },
    { key: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won', 'lost'] },
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'tax', label: 'Tax', type: 'formula', field_config: { expression: 'ROUND({amount} * 0.2, 2)' } },
  ],
};

const newTable = async () => {
  const space = await newSpace();
  const table = await space.client.tables.create(deals);
  return { ...space, table, table_id: table.id };
};

test('a table is created with columns; rows are created, updated by cell, computed, found and deleted', async () => {
  const { client, table, table_id } = await newTable();
  expect(table).toMatchObject({ slug: 'deals', title_field_key: 'name', row_count: 0, views: [{ is_default: true }] });
  const row = await client.rows.create({ table_id, data: { name: 'Engine', amount: 1000, stage: 'lead' } });
  expect(row).toMatchObject({ title: 'Engine', data: { name: 'Engine', amount: 1000, stage: 'lead', due: null, tax: 200 } });
  const changed = await client.rows.update({ table_id, row_id: row.id, data: { amount: 50, stage: null } });
  expect(changed.data).toMatchObject({ name: 'Engine', amount: 50, stage: null, tax: 10 });
  await client.rows.create_bulk({
    table_id,
    rows: [
      { name: 'Mill', amount: 10 },
      { name: 'Loom', amount: 90 },
    ],
  });
  const found = await client.rows.list({
    table_id,
    filters: [{ column_key: 'tax', op: 'gt', value: 5 }],
    sort: [{ column_key: 'amount', direction: 'desc' }],
    include_total: true,
  });
  expect(found).toMatchObject({ total: 2, data: [{ title: 'Loom' }, { title: 'Engine' }] });
  expect((await client.tables.get({ table_id })).row_count).toBe(3);
  await client.rows.delete({ table_id, row_id: row.id });
  await expect(client.rows.get({ table_id, row_id: row.id })).rejects.toMatchObject({ status: 404 });
});

test('filters and sort of a list are JSON in the query', async () => {
  const { client, request, table_id } = await newTable();
  await client.rows.create_bulk({ table_id, rows: [{ name: '100%' }, { name: '100 percent' }] });
  const query = new URLSearchParams({ filters: JSON.stringify([{ column_key: 'name', op: 'contains', value: '0%' }]) });
  expect((await request('GET', `/tables/${table_id}/rows?${query}`)).body.data).toMatchObject([{ title: '100%' }]);
  expect((await request('GET', `/tables/${table_id}/rows?search=0%25`)).body.data).toHaveLength(1);
});

test('a bulk call with invalid cells names each by row and column and writes nothing', async () => {
  const { client, table_id } = await newTable();
  const refused = client.rows.create_bulk({ table_id, rows: [{ name: 'Good' }, { name: 'Bad', amount: 'many' }, { nmae: 'Typo' }] });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    problem: {
      errors: expect.arrayContaining([
        expect.objectContaining({ path: 'rows.1.amount' }),
        expect.objectContaining({ path: 'rows.2.nmae' }),
      ]),
    },
  });
  expect((await client.rows.list({ table_id })).data).toEqual([]);
});

test('a table is archived and restored with its rows, and deleted permanently with `hard`', async () => {
  const { client, table_id } = await newTable();
  await client.rows.create({ table_id, data: { name: 'Engine' } });
  expect(await client.tables.delete({ table_id })).toMatchObject({ archived: true, deleted: false });
  expect((await client.tables.list()).data).toEqual([]);
  await expect(client.rows.create({ table_id, data: { name: 'Late' } })).rejects.toMatchObject({ status: 409 });
  await client.tables.update({ table_id, archived: false });
  expect((await client.rows.list({ table_id })).data).toHaveLength(1);
  expect(await client.tables.delete({ table_id, hard: true })).toMatchObject({ deleted: true });
  await expect(client.tables.get({ table_id })).rejects.toMatchObject({ status: 404 });
});

test('26 concurrent renames to one slug get unique slugs', async () => {
  const { client } = await newSpace();
  const tables = await Promise.all(Array.from({ length: 26 }, (_, n) => client.tables.create({ name: `Table ${n}` })));
  const renamed = await Promise.all(tables.map(({ id }) => client.tables.update({ table_id: id, slug: 'same' })));
  expect(new Set(renamed.map(({ slug }) => slug)).size).toBe(26);
  for (const { slug } of renamed) expect(slug).toMatch(/^same(-\d+)?$/);
});

test('rejects a circular formula and names the whole circle', async () => {
  const { client, table, table_id } = await newTable();
  await client.columns.create({
    table_id,
    key: 'gross',
    label: 'Gross',
    type: 'formula',
    field_config: { expression: '{amount} + {tax}' },
  });
  const tax = table.columns.find(({ key }) => key === 'tax')!;
  const refused = client.columns.update({ table_id, column_id: tax.id, field_config: { expression: '{gross} * 0.2' } });
  await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('tax → gross → tax') });
});

test('rows reference rows and people, and computed columns follow every change', async () => {
  const { client, table_id } = await newTable();
  const orders = await client.tables.create({
    name: 'Orders',
    columns: [
      { key: 'number', label: 'Number', type: 'text' },
      { key: 'price', label: 'Price', type: 'number' },
      { key: 'deal', label: 'Deal', type: 'reference', reference_target: { table_id, cardinality: 'one', symmetric_key: 'orders' } },
      { key: 'buyer', label: 'Buyer', type: 'contact' },
    ],
  });
  await client.columns.create({
    table_id,
    key: 'ordered',
    label: 'Ordered',
    type: 'rollup',
    field_config: { reference_column: 'orders', target_column: 'price', function: 'sum' },
  });
  const ada = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const deal = await client.rows.create({ table_id, data: { name: 'Engine' } });
  const order = await client.rows.create({ table_id: orders.id, data: { number: 'A1', price: 30, deal: [deal.id], buyer: [ada.id] } });
  expect(order.data).toMatchObject({ deal: [{ row_id: deal.id, title: 'Engine' }], buyer: [{ contact_id: ada.id, name: 'Ada' }] });
  await client.rows.create({ table_id: orders.id, data: { number: 'A2', price: 12, deal: [deal.id] } });
  expect((await client.rows.get({ table_id, row_id: deal.id })).data).toMatchObject({
    ordered: 42,
    orders: [{ title: 'A1' }, { title: 'A2' }],
  });
  await client.rows.delete({ table_id: orders.id, row_id: order.id });
  expect((await client.rows.get({ table_id, row_id: deal.id })).data).toMatchObject({ ordered: 12 });
});

test('restoring a snapshot restores rows, columns and views, and can be undone', async () => {
  const { client, table, table_id } = await newTable();
  const row = await client.rows.create({ table_id, data: { name: 'Engine', amount: 7 } });
  const snapshot = await client.snapshots.create({ table_id, label: 'Before' });
  const amount = table.columns.find(({ key }) => key === 'amount')!;
  await client.rows.update({ table_id, row_id: row.id, data: { name: 'Changed' } });
  await client.rows.create({ table_id, data: { name: 'New' } });
  await client.columns.delete({ table_id, column_id: amount.id, force: true });
  const changed = (await client.rows.list({ table_id })).data.map(({ data }) => data);
  const { undo_snapshot_id } = await client.snapshots.restore({ table_id, snapshot_id: snapshot.id });
  await eventually(async () => {
    expect((await client.rows.list({ table_id })).data).toMatchObject([{ id: row.id, data: { name: 'Engine', amount: 7, tax: 1.4 } }]);
  });
  await client.snapshots.restore({ table_id, snapshot_id: undo_snapshot_id });
  await eventually(async () => expect((await client.rows.list({ table_id })).data.map(({ data }) => data)).toEqual(changed));
});

test('CSV import reports faults by line, export is a download, and no cell becomes a formula', async () => {
  const { client, api_key, table_id } = await newTable();
  const report = await client.rows.import({ table_id, mode: 'per_line', csv: 'Name,Amount\r\n=1+1,5\r\nBad,many\r\n"Two\nlines",7\r\n' });
  expect(report).toMatchObject({ created: 2, failed: 1, errors: [{ lines: [3], count: 1, column_key: 'amount' }] });
  const response = await fetch(`${profile.base_url}/tables/${table_id}/export?fields=name,amount`, {
    headers: { authorization: `Bearer ${api_key}`, accept: 'text/csv' },
  });
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  expect((await response.text()).split('\r\n').join('\n')).toBe('name,amount\n\'=1+1,5\n"Two\nlines",7\n');
  await client.snapshots.restore({ table_id, snapshot_id: report.snapshot_id! });
  expect((await client.rows.list({ table_id })).data).toEqual([]);
});

test('a share link shows the columns and rows of its view until it is revoked', async () => {
  const { client, table_id } = await newTable();
  await client.rows.create_bulk({
    table_id,
    rows: [
      { name: '<b>Engine</b>', stage: 'won', amount: 5 },
      { name: 'Secret', stage: 'lost' },
    ],
  });
  const view = await client.views.create({
    table_id,
    name: 'Won deals',
    config: { columns: [{ column_key: 'name' }], filters: [{ column_key: 'stage', op: 'eq', value: 'won' }] },
  });
  const link = await client.share_links.create({ table_id, view_id: view.id });
  const page = await fetch(link.url);
  const html = await page.text();
  expect(page).toMatchObject({ status: 200 });
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  expect(html).toContain('&lt;b&gt;Engine&lt;/b&gt;');
  expect(html).not.toMatch(/Secret|Amount|<script/);
  await client.share_links.delete({ table_id, link_id: link.id });
  expect((await fetch(link.url)).status).toBe(404);
});

test('row events contain the table, the title and the referenced person', async () => {
  const { client, received } = await newWebhookSpace();
  const ada = await client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  const table = await client.tables.create({
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'buyer', label: 'Buyer', type: 'contact' },
    ],
  });
  const row = await client.rows.create({ table_id: table.id, data: { name: 'Engine', buyer: [ada.id] } });
  await client.rows.update({ table_id: table.id, row_id: row.id, data: { name: 'Mill' } });
  await client.rows.delete({ table_id: table.id, row_id: row.id });
  const about = {
    table_id: table.id,
    table: 'Deals',
    row_id: row.id,
    contact_id: ada.id,
    contact: { email: 'ada@example.com' },
    actor_kind: 'api_key',
  };
  expect((await received('table_row_created')).event.data).toMatchObject({ ...about, row: 'Engine' });
  expect((await received('table_row_updated')).event.data).toMatchObject({
    ...about,
    row: 'Mill',
    changed: ['name'],
    previous: { name: 'Engine' },
  });
  expect((await received('table_row_deleted')).event.data).toMatchObject({ ...about, row: 'Mill' });
});
