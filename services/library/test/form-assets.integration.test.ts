import { expect, test } from '@jest/globals';
import { assets, formAssetId, formAssets } from '@space/contracts/assets';
import { folders } from '@space/contracts/library';
import { contentDirectory } from '@space/contracts/uploads';
import { base64, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService();

const file = (at: string) => ({
  file_id: `fil_${at.padStart(26, '0')}`,
  form_id: 'frm_1',
  form_name: 'Jobs / Berlin\u0007',
  submission_id: 'sub_1',
  name: 'cv.pdf',
  content_base64: base64(`%PDF-1.4 ${at}`),
});

test('a file of a submission becomes one private asset in the folder of its form, however often it is stored', async () => {
  const { call, types } = service.newSpace();
  const stored = await call(formAssets, 'store', file('1'));
  expect(await call(formAssets, 'store', file('1'))).toEqual(stored);
  const { asset_id: id } = stored;
  expect(id).toBe(formAssetId(file('1').file_id));
  expect(await call(assets, 'get', { id })).toMatchObject({
    name: 'cv.pdf',
    kind: 'pdf',
    origin: 'form_submission',
    folder_path: 'Forms/Jobs Berlin',
    url: null,
    used_by_count: 1,
  });
  expect((await call(assets, 'used_by', { id })).data).toMatchObject([
    { kind: 'form_submission', id: 'sub_1', is_public: false, path: '/forms/frm_1/submissions/sub_1' },
  ]);
  await expect(call(contentDirectory, 'find_public', { asset_id: id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(call(assets, 'delete', { id })).rejects.toMatchObject({ code: 'attached' });
  await call(formAssets, 'store', file('2'));
  expect((await call(folders, 'list', {})).data.map(({ path, assets: count }) => [path, count])).toEqual([
    ['Forms', 0],
    ['Forms/Jobs Berlin', 2],
  ]);
  expect((await types()).filter((type) => type === 'asset_created')).toHaveLength(2);
});

test('every file is clean in an installation without a virus scanner', async () => {
  const { call } = service.newSpace();
  expect(await call(formAssets, 'scan', { content_base64: base64('text') })).toEqual({ outcome: 'clean' });
});

test('an erased submission takes its assets with it, in its own Space only', async () => {
  const { call } = service.newSpace();
  const { asset_id } = await call(formAssets, 'store', file('3'));
  expect(await call(formAssets, 'read', { asset_id })).toEqual({ content_base64: file('3').content_base64 });
  expect(await service.newSpace().call(formAssets, 'remove', { asset_ids: [asset_id] })).toEqual({ removed: 0 });
  expect(await service.newSpace().call(formAssets, 'read', { asset_id })).toEqual({ content_base64: null });
  expect(await call(formAssets, 'remove', { asset_ids: [asset_id, 'ast_unknown'] })).toEqual({ removed: 1 });
  await expect(call(assets, 'get', { id: asset_id })).rejects.toMatchObject({ code: 'not_found' });
  expect(await call(formAssets, 'read', { asset_id })).toEqual({ content_base64: null });
});
