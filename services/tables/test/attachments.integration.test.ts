import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { assetDirectory, type NamedAsset, tableAssetUses } from '@space/contracts/assets';
import { columns, rows, snapshots } from '@space/contracts/tables';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newDeals } from './fixtures/deals.ts';
import { refusal } from './fixtures/space.ts';
import { sharedTable } from './fixtures/visitor.ts';

const files = new Map<string, NamedAsset>();

/** Adds an asset of every Space. */
function addAsset(id: string, more: Partial<NamedAsset> = {}): NamedAsset {
  const asset = {
    id,
    name: `${id}.png`,
    size: 5,
    content_type: 'image/png',
    kind: 'image',
    sha256: 'a'.repeat(64),
    is_public: false,
    is_trashed: false,
    url: null,
    ...more,
  } satisfies NamedAsset;
  files.set(id, asset);
  return asset;
}

const libraryStub: Service = {
  name: 'library',
  schema: 'library',
  emits: false,
  open: () => ({
    serves: [serving(assetDirectory, { find: async ({ input }) => ({ items: input.ids.flatMap((id) => files.get(id) ?? []) }) })],
  }),
};

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, libraryStub, tablesService]);
  addAsset('ast_a');
  addAsset('ast_b', { name: 'b.pdf', content_type: 'application/pdf', kind: 'pdf', size: 7 });
  addAsset('ast_trash', { is_trashed: true });
});
afterAll(() => space.stop());

const shown = (id: string, url: string | null = null) => {
  const { name, size, content_type } = files.get(id)!;
  return { url, name, size, mime_type: content_type, asset_id: id };
};

const newFiles = async () => {
  const deals = await newDeals(space, { key: 'files', type: 'attachment' });
  const { call, table_id, caller } = deals;
  const uses = async (more: object = {}) => (await call(tableAssetUses, 'of', { ...more } as never)).data;
  const assetIds = async () => (await deals.events()).map(({ type, data }) => [type, data.asset_ids]);
  const get = async (row_id: string) => (await call(rows, 'get', { table_id, row_id })).data.files;
  return { ...deals, uses, assetIds, get, caller };
};

test('a file of a cell is an asset with its name, size and type, next to files by URL', async () => {
  const { call, table_id, create, assetIds, uses, get } = await newFiles();
  const web = { url: 'https://example.com/c.pdf', name: 'c.pdf', size: null, mime_type: null };
  const { output: row } = await create({ name: 'one', files: [{ asset_id: 'ast_b' }, { url: web.url }, { asset_id: 'ast_a' }] });
  expect(row.data.files).toEqual([shown('ast_b'), web, shown('ast_a')]);
  const forged = { asset_id: 'ast_a', name: 'x', size: 1, mime_type: 'video/mp4', url: 'https://example.com/' };
  expect((await create({ files: forged })).output.data.files).toEqual([shown('ast_a')]);
  // A value of an answer can be written back, and changes nothing.
  expect(await call(rows, 'update', { table_id, row_id: row.id, data: row.data })).toMatchObject({ previous_version: null });
  const { output: plain } = await create({ name: 'none' });
  await call(rows, 'update', { table_id, row_id: row.id, data: { files: [{ asset_id: 'ast_a' }] } });
  await call(rows, 'update', { table_id, row_id: plain.id, data: { name: 'still none' } });
  expect(await uses({ kind: 'row', thing_id: row.id, container_id: table_id })).toEqual([
    {
      kind: 'row',
      thing_id: row.id,
      container_id: table_id,
      name: 'one',
      path: `/tables/${table_id}/rows/${row.id}`,
      places: [{ asset_id: 'ast_a', place: 'files', is_public: false }],
    },
  ]);
  expect([await uses({ kind: 'row', thing_id: plain.id, container_id: table_id }), await uses({ container_id: 'tbl_other' })]).toEqual([
    [],
    [],
  ]);
  const deleted = await call(rows, 'delete', { table_id, row_id: row.id });
  expect(await assetIds()).toEqual([
    ['table_row_created', ['ast_a', 'ast_b']],
    ['table_row_created', ['ast_a']],
    ['table_row_created', undefined],
    ['table_row_updated', ['ast_a']],
    ['table_row_updated', undefined],
    ['table_row_deleted', []],
  ]);
  await call(rows, 'revert', { table_id, row_id: row.id, version: deleted.previous_version! });
  expect(await get(row.id)).toEqual([shown('ast_a')]);
  expect(await uses({ container_id: table_id })).toHaveLength(2);
});

test('the address of an asset is in a row while everyone may read it', async () => {
  const { create, get, call, table_id } = await newFiles();
  addAsset('ast_public');
  const { output: row } = await create({ files: [{ asset_id: 'ast_public' }] });
  expect(await get(row.id)).toEqual([shown('ast_public')]);
  const url = 'https://pages.example/a/ast_public/x.png';
  addAsset('ast_public', { is_public: true, url });
  expect(await get(row.id)).toEqual([shown('ast_public', url)]);
  const { data } = await call(rows, 'list', { table_id });
  expect(data[0]?.data.files).toEqual([shown('ast_public', url)]);
  files.delete('ast_public');
  expect(await get(row.id)).toMatchObject([{ asset_id: 'ast_public', url: null }]);
});

test('an asset that is unknown or in the trash is 422 with its path, unless the row has it already', async () => {
  const { call, table_id, create } = await newFiles();
  for (const id of ['ast_none', 'ast_trash'])
    expect(await refusal(call(rows, 'create_bulk', { table_id, rows: [{}, { files: [{ asset_id: id }] }] as never }))).toMatchObject({
      status: 422,
      code: 'unresolved_reference',
      extras: { errors: [{ path: 'rows.1.files', message: expect.stringContaining(id) }] },
    });
  addAsset('ast_later');
  const { output: row } = await create({ files: [{ asset_id: 'ast_later' }] });
  addAsset('ast_later', { is_trashed: true });
  const same = { table_id, row_id: row.id, data: { name: 'b', files: row.data.files as never } };
  expect((await call(rows, 'update', same)).data).toMatchObject({ name: 'b', files: [{ asset_id: 'ast_later' }] });
});

test('a column that allows some media types refuses an asset of another one', async () => {
  const { call, table_id } = await newFiles();
  await call(columns, 'create', {
    table_id,
    key: 'pictures',
    label: 'Pictures',
    type: 'attachment',
    field_config: { mime_types: ['image/*'] },
  } as never);
  const create = (id: string) => call(rows, 'create', { table_id, data: { pictures: [{ asset_id: id }] } as never });
  expect((await create('ast_a')).data.pictures).toEqual([shown('ast_a')]);
  expect(await refusal(create('ast_b'))).toMatchObject({
    status: 400,
    extras: { errors: [{ path: 'data.pictures', code: 'wrong_file_type' }] },
  });
});

test('an import, an upsert, filters, a change by filters and its revert read and write assets', async () => {
  const { call, table_id, uses, get } = await newFiles();
  const csv = 'name,files\r\na,ast_a https://example.com/x\r\nb,ast_none\r\nc,"[{""asset_id"":""ast_b""}]"\r\n';
  const imported = await call(rows, 'import', { table_id, csv, mode: 'per_line' } as never);
  expect(imported).toMatchObject({ created: 2, failed: 1, errors: [expect.objectContaining({ code: 'unresolved_reference' })] });
  const list = async (filters: object[]) => (await call(rows, 'list', { table_id, filters } as never)).data.map(({ data }) => data.name);
  expect(await list([{ column_key: 'files', op: 'is_not_empty' }])).toHaveLength(2);
  expect((await uses()).map(({ name }) => name).sort()).toEqual(['a', 'c']);
  const changed = await call(rows, 'update_matching', {
    table_id,
    filters: [{ column_key: 'name', op: 'eq', value: 'a' }],
    data: { files: [{ asset_id: 'ast_b' }] },
  } as never);
  const [row_id] = changed.row_ids;
  expect(await get(row_id!)).toEqual([shown('ast_b')]);
  await call(rows, 'revert_bulk', { table_id, snapshot_id: changed.snapshot_id! } as never);
  expect(await get(row_id!)).toMatchObject([shown('ast_a'), { url: 'https://example.com/x' }]);
  expect((await call(rows, 'export', { table_id } as never)) as unknown).toBeDefined();
});

test('a restored snapshot, a changed type and a deleted column decide what a row shows', async () => {
  const { call, table_id, create, uses } = await newFiles();
  const { output: row } = await create({ files: [{ asset_id: 'ast_a' }] });
  const { id: snapshot_id } = await call(snapshots, 'create', { table_id } as never);
  await call(rows, 'update', { table_id, row_id: row.id, data: { files: null } });
  expect(await uses()).toEqual([]);
  await call(snapshots, 'restore', { table_id, snapshot_id } as never);
  expect(await uses()).toMatchObject([{ thing_id: row.id }]);
  const { data: all } = await call(columns, 'list', { table_id } as never);
  const column_id = all.find(({ key }) => key === 'files')!.id;
  await call(columns, 'update', { table_id, column_id, field_config: { mime_types: ['image/*'] } } as never);
  expect(await uses()).toMatchObject([{ thing_id: row.id }]);
  await call(columns, 'update', { table_id, column_id, type: 'text', field_config: {} } as never);
  expect(await uses()).toEqual([]);
});

test('a shared view links an asset only while everyone may read it', async () => {
  addAsset('ast_shared', { name: 'plan.pdf' });
  const { share, visitor } = await sharedTable(
    space.ports,
    [
      { key: 'name', type: 'text' },
      { key: 'files', type: 'attachment' },
    ],
    [{ name: 'one', files: [{ asset_id: 'ast_shared' }] }],
  );
  const { token } = await share('grid', {});
  const visit = async () => (await visitor.open(token)).body;
  expect(await visit()).toContain('plan.pdf');
  expect(await visit()).not.toContain('ast_shared');
  addAsset('ast_shared', { name: 'plan.pdf', is_public: true, url: 'https://pages.example/a/ast_shared/plan.pdf' });
  expect(await visit()).toContain('href="https://pages.example/a/ast_shared/plan.pdf"');
});
