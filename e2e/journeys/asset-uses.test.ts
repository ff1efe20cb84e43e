import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { newSpace, type TestSpace } from '../space.ts';

const newAsset = ({ client }: TestSpace, name: string) =>
  client.assets.create({ name, content_base64: Buffer.from(name).toString('base64') });

/** Waits until an asset is shown by these things and no others. */
const expectUses = ({ client }: TestSpace, id: string, uses: readonly string[]) =>
  eventually(async () => {
    const { data } = await client.assets.used_by({ id });
    expect(data.map((use) => `${use.kind} ${use.id} ${use.place}`).sort()).toEqual([...uses].sort());
  });

test('rows and tasks show assets: their uses follow each change, and hold up a deletion', async () => {
  const space = await newSpace();
  const { client } = space;
  const photo = await newAsset(space, 'photo.txt');
  const plan = await newAsset(space, 'plan.txt');
  const { id: table_id } = await client.tables.create({
    name: 'Houses',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'files', label: 'Files', type: 'attachment' },
    ],
  });
  const row = await client.rows.create({ table_id, data: { name: 'Mill', files: [{ asset_id: photo.id }] } });
  const use = `row ${row.id} files`;
  await expectUses(space, photo.id, [use]);

  // Replaced, deleted, reverted, and restored by a snapshot.
  const { id: snapshot_id } = await client.snapshots.create({ table_id });
  await client.rows.update({ table_id, row_id: row.id, data: { files: [{ asset_id: plan.id }, { url: 'https://example.com/a.pdf' }] } });
  await expectUses(space, plan.id, [use]);
  await expectUses(space, photo.id, []);
  const deleted = await client.rows.delete({ table_id, row_id: row.id });
  await expectUses(space, plan.id, []);
  await client.rows.revert({ table_id, row_id: row.id, version: deleted.previous_version! });
  await expectUses(space, plan.id, [use]);
  await client.snapshots.restore({ table_id, snapshot_id });
  await expectUses(space, plan.id, []);
  await expectUses(space, photo.id, [use]);

  // A task has attachments, and is about an asset.
  const task = await client.tasks.create({ title: 'Paint', asset_ids: [photo.id], about: [{ kind: 'asset', id: plan.id }] });
  expect(task).toMatchObject({ asset_ids: [photo.id], about: [{ kind: 'asset', id: plan.id }] });
  await expectUses(space, photo.id, [use, `task ${task.id} asset_ids`]);
  await expectUses(space, plan.id, [`task ${task.id} about`]);
  const changed = await client.tasks.update({ id: task.id, asset_ids: [], about: [] });
  await expectUses(space, plan.id, []);
  await client.tasks.update({ id: task.id, asset_ids: changed.before.asset_ids!, about: changed.before.about! });
  await expectUses(space, plan.id, [`task ${task.id} about`]);
  await client.tasks.delete({ id: task.id });
  // A task in the trash may come back, so it still shows them.
  await expectUses(space, photo.id, [use, `task ${task.id} asset_ids`]);

  // The refusal names the uses.
  await expect(client.assets.delete({ id: photo.id })).rejects.toMatchObject({
    status: 409,
    code: 'attached',
    problem: {
      used_by_count: 2,
      uses: expect.arrayContaining([
        expect.objectContaining({ kind: 'row', id: row.id, name: 'Mill', path: `/tables/${table_id}/rows/${row.id}` }),
        expect.objectContaining({ kind: 'task', id: task.id, name: 'Paint', path: `/tasks/${task.id}` }),
      ]),
    },
  });
  const unused = await newAsset(space, 'unused.txt');
  expect((await client.assets.list({ unused: true })).data.map(({ id }) => id)).toEqual([unused.id]);

  // The end of the things ends their uses.
  await client.tasks.delete({ id: task.id, permanent: true });
  await expectUses(space, plan.id, []);
  const { data: columns } = await client.columns.list({ table_id });
  await client.columns.delete({ table_id, column_id: columns.find(({ key }) => key === 'files')!.id });
  await expectUses(space, photo.id, []);
  await client.assets.delete({ id: photo.id });
});

test('an asset that is missing, of another Space or in the trash is refused with its path', async () => {
  const space = await newSpace();
  const { client } = space;
  const foreign = await newAsset(await newSpace(), 'foreign.txt');
  const trashed = await newAsset(space, 'trashed.txt');
  await client.assets.delete({ id: trashed.id });
  const { id: table_id } = await client.tables.create({ name: 'T', columns: [{ key: 'files', label: 'Files', type: 'attachment' }] });
  for (const id of [foreign.id, trashed.id, 'ast_01jd0000000000000000000000']) {
    const refused = (path: string) => ({
      status: 422,
      code: 'unresolved_reference',
      problem: { errors: [expect.objectContaining({ path })] },
    });
    await expect(client.rows.create({ table_id, data: { files: [{ asset_id: id }] } })).rejects.toMatchObject(refused('data.files'));
    await expect(client.tasks.create({ title: 'T', asset_ids: [id] })).rejects.toMatchObject(refused('asset_ids.0'));
    await expect(client.tasks.create({ title: 'T', about: [{ kind: 'asset', id }] })).rejects.toMatchObject(refused('about.0.id'));
  }
});

test('the end of a table ends the uses of its rows', async () => {
  const space = await newSpace();
  const { client } = space;
  const { id } = await newAsset(space, 'a.txt');
  const { id: table_id } = await client.tables.create({ name: 'T', columns: [{ key: 'files', label: 'Files', type: 'attachment' }] });
  const files = [{ asset_id: id }];
  const { data } = await client.rows.create_bulk({ table_id, rows: [{ files }, { files }, {}] });
  await expectUses(
    space,
    id,
    data.slice(0, 2).map((row) => `row ${row.id} files`),
  );
  await client.tables.delete({ table_id, hard: true });
  await expectUses(space, id, []);
});
