import { flag, oneOf, text, type ValuesOf } from '../../../routing/search-params.ts';
import { type AssetFilter, type FolderFilter, kindLabels } from '../library/asset.ts';

/** The orders of a list of files, with their words. */
export const orders = [
  ['-created_at', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['name', 'Name'],
  ['-name', 'Name, reversed'],
  ['-size', 'Largest first'],
  ['size', 'Smallest first'],
] as const;

/** The kinds of files in the order of their choice. */
export const kinds = Object.keys(kindLabels) as readonly (keyof typeof kindLabels)[];

/** The parameters of the list in its address. */
export const listParams = {
  folder: text,
  search: text,
  kind: oneOf(kinds),
  trash: flag,
  sort: oneOf(orders.map(([order]) => order)),
  new: flag,
};

/** The parameters of a list of files. */
export type ListValues = ValuesOf<typeof listParams>;

/** Returns true if a list shows what matches, wherever below its folder it is. */
export const isFiltered = ({ search = '', kind }: Pick<ListValues, 'search' | 'kind'>): boolean =>
  search.trim() !== '' || kind !== undefined;

type Shown = Omit<ListValues, 'new'>;

/** Returns the files that a list reads: those of one folder, those below it that match, or the trash. */
export function assetFilterOf({ folder, search = '', kind, trash, sort }: Shown): AssetFilter {
  const matching = { ...(search.trim() && { search: search.trim() }), ...(kind && { kind: [kind] }), ...(sort && { sort }) };
  if (trash) return { trashed: true, ...matching };
  if (!isFiltered({ search, kind })) return { folder_id: folder ?? 'none', ...matching };
  return { ...(folder && { folder_id: folder, recursive: true }), ...matching };
}

/** Returns the folders that a list shows above its files; undefined for a list of one kind of files. */
export function folderFilterOf({ folder, search = '', kind, trash, sort }: Shown): FolderFilter | undefined {
  if (kind) return undefined;
  const order = sort && sort !== 'size' && sort !== '-size' ? { sort } : {};
  const matching = { ...(search.trim() && { search: search.trim() }), ...order };
  if (trash) return { trashed: true, ...matching };
  if (search.trim() !== '' && !folder) return matching;
  return { parent_id: folder ?? 'none', ...matching };
}
