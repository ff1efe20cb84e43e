import { flag, oneOf, text, type ValuesOf } from '../../../routing/search-params.ts';
import type { FolderFilter } from '../../files/library/asset.ts';

/** The filter of a list of contents, as each kind has it. */
export interface ContentFilter {
  readonly folder_id?: string;
  readonly recursive?: boolean;
  readonly search?: string;
  readonly trashed?: boolean;
  readonly sort?: ContentOrder;
}

/** The orders of a list of contents, with their words. */
export const orders = [
  ['-updated_at', 'Changed last'],
  ['-created_at', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['title', 'Title'],
  ['-title', 'Title, reversed'],
] as const;

type ContentOrder = (typeof orders)[number][0];

/** The parameters of the list in its address. */
export const listParams = {
  folder: text,
  search: text,
  trash: flag,
  sort: oneOf(orders.map(([order]) => order)),
  new: oneOf(['document', 'whiteboard', 'folder']),
};

/** The parameters of a list of contents. */
export type ListValues = ValuesOf<typeof listParams>;

type Shown = Omit<ListValues, 'new'>;

/** Returns true if a list shows what matches, wherever below its folder it is. */
export const isFiltered = ({ search = '' }: Pick<ListValues, 'search'>): boolean => search.trim() !== '';

/** Returns the contents that a list reads: those of one folder, those below it that match, or the trash. */
export function contentFilterOf({ folder, search = '', trash, sort = '-updated_at' }: Shown): ContentFilter {
  const matching = { ...(isFiltered({ search }) && { search: search.trim() }), sort };
  if (trash) return { trashed: true, ...matching };
  if (!isFiltered({ search })) return { folder_id: folder ?? 'none', ...matching };
  return { ...(folder && { folder_id: folder, recursive: true }), ...matching };
}

/** Returns the folders that a list shows above its contents; undefined for a search and for the trash. */
export function folderFilterOf({ folder, search, trash }: Shown): FolderFilter | undefined {
  return trash || isFiltered({ search }) ? undefined : { parent_id: folder ?? 'none', sort: 'name' };
}
