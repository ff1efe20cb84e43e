import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { thingQuery } from '../../../api/use-thing.ts';

/** A file as a list of the API has it. */
export type Asset = Awaited<ReturnType<SpaceClient['assets']['list']>>['data'][number];

/** A folder as the API answers it. */
export type Folder = Awaited<ReturnType<SpaceClient['folders']['get']>>;

/** A place that shows a file. */
export type AssetUse = Awaited<ReturnType<SpaceClient['assets']['used_by']>>['data'][number];

/** The filter of a list of files. */
export type AssetFilter = NonNullable<Parameters<SpaceClient['assets']['list']>[0]>;

/** The filter of a list of folders. */
export type FolderFilter = NonNullable<Parameters<SpaceClient['folders']['list']>[0]>;

/** Files or folders that one call changes at most. */
export const MAX_CHOSEN = 100;

/** Bytes of the largest picture that is shown as it came. */
const MAX_SHOWN_BYTES = 1_048_576;

/** Holds the word of each kind of files. */
export const kindLabels: Readonly<Record<Asset['kind'], string>> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Audio',
  pdf: 'PDF',
  document: 'Document',
  archive: 'Archive',
  text: 'Text',
  other: 'Other',
};

/** Returns the key of the reads of files in the cache. */
export const assetsKey = (space_id: string) => ['space', space_id, 'assets'] as const;

/** Returns the key of the reads of folders in the cache. */
export const foldersKey = (space_id: string) => ['space', space_id, 'folders'] as const;

/** Returns the query of one folder with its ETag. */
export const folderQuery = (space_id: string, id: string) => thingQuery<Folder>(space_id, 'folders', 'get', { id });

/** Returns the query of a page of the places that show a file, oldest first. */
export const usesQuery = (space_id: string, id: string, limit: number) => ({
  queryKey: [...assetsKey(space_id), 'used_by', { id, limit }],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).assets.used_by({ id, limit }, { signal }),
});

/** Returns true if a file is a picture that is made smaller for a screen, or is small itself. */
export const isShown = ({ kind, size, processing }: Pick<Asset, 'kind' | 'size' | 'processing'>): boolean =>
  kind === 'image' && (processing.dimensions === 'done' || size <= MAX_SHOWN_BYTES);

/** Returns the address of the bytes of a file on the own origin. */
export const contentUrl = (space_id: string, id: string, version: number): string =>
  `/spaces/${space_id}/v1/assets/${id}/content?version=${version}`;

/**
 * Returns the address of a picture to show in a width in pixels: a smaller variant, or the file if none can be made. Its version makes a replaced
 * picture another address.
 */
export const pictureUrl = (
  space_id: string,
  { id, version, processing }: Pick<Asset, 'id' | 'version' | 'processing'>,
  width: number,
): string => `${contentUrl(space_id, id, version)}${processing.dimensions === 'done' ? `&w=${width}` : ''}`;
