import { flag, oneOf, text, type ValuesOf } from '../../../routing/search-params.ts';
import type { FolderFilter } from '../../files/library/asset.ts';
import type { DocumentFilter } from '../library/document.ts';

/** The orders of a list of documents, with their words. */
export const orders = [
  ['-updated_at', 'Changed last'],
  ['-created_at', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['title', 'Title'],
  ['-title', 'Title, reversed'],
] as const;

/** The parameters of the list in its address. */
export const listParams = {
  folder: text,
  search: text,
  trash: flag,
  sort: oneOf(orders.map(([order]) => order)),
  new: oneOf(['document', 'folder']),
};

/** The parameters of a list of documents. */
export type ListValues = ValuesOf<typeof listParams>;

type Shown = Omit<ListValues, 'new'>;

/** Returns true if a list shows what matches, wherever below its folder it is. */
export const isFiltered = ({ search = '' }: Pick<ListValues, 'search'>): boolean => search.trim() !== '';

/** Returns the documents that a list reads: those of one folder, those below it that match, or the trash. */
export function documentFilterOf({ folder, search = '', trash, sort = '-updated_at' }: Shown): DocumentFilter {
  const matching = { ...(isFiltered({ search }) && { search: search.trim() }), sort };
  if (trash) return { trashed: true, ...matching };
  if (!isFiltered({ search })) return { folder_id: folder ?? 'none', ...matching };
  return { ...(folder && { folder_id: folder, recursive: true }), ...matching };
}

/** Returns the folders that a list shows above its documents; undefined for a search and for the trash. */
export function folderFilterOf({ folder, search, trash }: Shown): FolderFilter | undefined {
  return trash || isFiltered({ search }) ? undefined : { parent_id: folder ?? 'none', sort: 'name' };
}
