import { expect, test } from '@jest/globals';
import { contentFilterOf, folderFilterOf, type ListValues } from './content-filter.ts';

const none: ListValues = { folder: undefined, search: undefined, trash: undefined, sort: undefined, new: undefined };

test.each<[string, Partial<ListValues>, object, object | undefined]>([
  ['the contents of no folder', {}, { folder_id: 'none', sort: '-updated_at' }, { parent_id: 'none', sort: 'name' }],
  ['a folder by title', { folder: 'fld_1', sort: 'title' }, { folder_id: 'fld_1', sort: 'title' }, { parent_id: 'fld_1', sort: 'name' }],
  [
    'a search below a folder',
    { folder: 'fld_1', search: ' plan ' },
    { folder_id: 'fld_1', recursive: true, search: 'plan', sort: '-updated_at' },
    undefined,
  ],
  ['the trash', { trash: true, folder: 'fld_1' }, { trashed: true, sort: '-updated_at' }, undefined],
])('%s', (_, values, contents, folders) => {
  expect(contentFilterOf({ ...none, ...values })).toEqual(contents);
  expect(folderFilterOf({ ...none, ...values })).toEqual(folders);
});
