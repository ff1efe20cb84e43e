import { expect, test } from '@jest/globals';
import { assetFilterOf, folderFilterOf, isFiltered, type ListValues } from './file-filter.ts';

const none: ListValues = { folder: undefined, search: undefined, kind: undefined, trash: undefined, sort: undefined, new: undefined };

test.each<[string, Partial<ListValues>, object, object | undefined]>([
  ['the files of no folder', {}, { folder_id: 'none' }, { parent_id: 'none' }],
  ['a folder by size', { folder: 'fld_1', sort: '-size' }, { folder_id: 'fld_1', sort: '-size' }, { parent_id: 'fld_1' }],
  ['a search everywhere', { search: ' logo ' }, { search: 'logo' }, { search: 'logo' }],
  [
    'a search below a folder',
    { folder: 'fld_1', search: 'logo', sort: 'name' },
    { folder_id: 'fld_1', recursive: true, search: 'logo', sort: 'name' },
    { parent_id: 'fld_1', search: 'logo', sort: 'name' },
  ],
  ['one kind', { kind: 'image' }, { kind: ['image'] }, undefined],
  ['the trash', { trash: true, folder: 'fld_1', search: 'a' }, { trashed: true, search: 'a' }, { trashed: true, search: 'a' }],
])('%s: what is read', (_, given, files, folders) => {
  const values = { ...none, ...given };
  expect(assetFilterOf(values)).toEqual(files);
  expect(folderFilterOf(values)).toEqual(folders);
});

test('a search of spaces is not a filter', () => {
  expect([isFiltered({ search: ' ', kind: undefined }), isFiltered({ search: 'a', kind: undefined })]).toEqual([false, true]);
});
