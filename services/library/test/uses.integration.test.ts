import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import type { Problem } from '@space/contracts/core';
import { contentDirectory } from '@space/contracts/uploads';
import { isoTime } from '@space/database';
import { DAY_MS } from '@space/time';
import { deleteExpired } from '@space/worker';
import { trashRetentionRules } from '../src/trash/trash-retention.ts';
import { replaceUses, type ShownAsset } from '../src/uses/uses.queries.ts';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService();

/** Replaces what the page `pag_1` shows. */
const show = ({ id }: LibrarySpace, shown: readonly ShownAsset[], page = 'pag_1') =>
  service.ports.database.transaction((tx) =>
    replaceUses(
      Object.assign(Object.create(tx), { now: isoTime(service.ports.clock.now()) }),
      id,
      { kind: 'page', id: page, name: 'Home', path: `/pages/${page}` },
      shown,
    ),
  );

const purge = () => deleteExpired(trashRetentionRules(service.ports), 100, (error) => expect(error).toBeUndefined());

test('the uses of an asset are those that its things have now, and a public one gives it an address', async () => {
  const space = service.newSpace();
  const one = await space.newAsset('one.txt');
  const two = await space.newAsset('two.txt');
  await show(space, [
    { asset_id: one.id, place: 'hero', is_public: false },
    { asset_id: one.id, place: 'footer', is_public: false },
    { asset_id: 'ast_unknown', place: '', is_public: false },
  ]);
  expect(await space.call(assets, 'get', { id: one.id })).toMatchObject({ used_by_count: 2, url: null });
  expect((await space.call(assets, 'used_by', { id: one.id })).data.map(({ kind, id, place }) => [kind, id, place])).toEqual([
    ['page', 'pag_1', 'footer'],
    ['page', 'pag_1', 'hero'],
  ]);
  await show(space, [
    { asset_id: two.id, place: 'hero', is_public: true },
    { asset_id: one.id, place: 'hero', is_public: false },
  ]);
  expect(await space.call(assets, 'get', { id: one.id })).toMatchObject({ used_by_count: 1 });
  expect(await space.call(assets, 'get', { id: two.id })).toMatchObject({ url: expect.stringContaining(`/a/${two.id}/two.txt`) });
  expect(await space.call(contentDirectory, 'find_public', { asset_id: two.id })).toMatchObject({ name: 'two.txt' });
  expect((await space.call(assets, 'list', { unused: false })).data).toHaveLength(2);
  await show(space, []);
  expect((await space.call(assets, 'list', { unused: true })).data).toHaveLength(2);
  await expect(space.call(contentDirectory, 'find_public', { asset_id: two.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('an asset that something shows is deleted only by force, and the refusal names the first twenty uses', async () => {
  const space = service.newSpace();
  const { id } = await space.newAsset('a.txt');
  for (let at = 0; at < 25; at += 1) await show(space, [{ asset_id: id, place: 'hero', is_public: false }], `pag_${at}`);
  for (const refuse of [
    () => space.call(assets, 'delete', { id }),
    () => space.call(assets, 'delete', { id, permanent: true }),
    () => space.call(assets, 'delete_bulk', { ids: [id] }),
  ]) {
    const refusal = await refuse().catch((error: Problem) => error);
    expect(refusal).toMatchObject({
      code: 'attached',
      message: '"a.txt" is shown in 25 places, such as the page "Home"; take it out there first, or send force.',
      extras: { used_by_count: 25 },
    });
    expect((refusal as Problem).extras.uses).toHaveLength(20);
  }
  await space.call(assets, 'delete', { id, force: true });
  const [event] = await space.events('asset_deleted');
  expect(event?.data).toMatchObject({ used_by_count: 25, permanent: false });
});

test('a use that comes after the deletion holds up the end of the trash until it goes', async () => {
  const space = service.newSpace();
  const used = await space.newAsset('used.txt');
  const unused = await space.newAsset('unused.txt');
  await space.call(assets, 'delete_bulk', { ids: [used.id, unused.id] });
  await show(space, [{ asset_id: used.id, place: '', is_public: true }]);
  await expect(space.call(contentDirectory, 'find_public', { asset_id: used.id })).rejects.toMatchObject({ code: 'not_found' });
  service.ports.clock.advance(31 * DAY_MS);
  await purge();
  expect((await space.call(assets, 'list', { trashed: true })).data.map(({ name }) => name)).toEqual(['used.txt']);
  await show(space, []);
  await purge();
  expect((await space.call(assets, 'list', { trashed: true })).data).toEqual([]);
});

test('a deletion and a new use at the same time never leave a use of an asset that is gone', async () => {
  const space = service.newSpace();
  for (let round = 0; round < 12; round += 1) {
    const { id } = await space.newAsset(`${round}.txt`);
    const [deletion] = await Promise.allSettled([
      space.call(assets, 'delete', { id, permanent: true }),
      show(space, [{ asset_id: id, place: '', is_public: false }], `pag_${round}`),
    ]);
    const found = await space.call(assets, 'get', { id }).catch(({ code }: { code: string }) => code);
    if (deletion.status === 'fulfilled') expect(found).toBe('not_found');
    else {
      expect(deletion.reason).toMatchObject({ code: 'attached' });
      expect(found).toMatchObject({ used_by_count: 1 });
    }
  }
});
