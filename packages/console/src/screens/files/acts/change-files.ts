import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import { thingQuery } from '../../../api/use-thing.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { backOffer } from '../../../shell/undo.ts';
import { type Asset, assetsKey, type Folder, foldersKey } from '../library/asset.ts';

/** Makes what was read of files and folders stale. */
export const rereadFiles = (queries: QueryClient, space_id: string): Promise<unknown> =>
  Promise.all([assetsKey, foldersKey].map((keyOf) => queries.invalidateQueries({ queryKey: keyOf(space_id) })));

const offerBack = backOffer(rereadFiles);

/** Returns the name of one file, or the number of several, for a sentence. */
export const filesText = (assets: readonly Pick<Asset, 'name'>[]): string =>
  assets.length === 1 ? `“${assets[0]!.name}”` : `${assets.length} files`;

const isOrAre = ({ length }: readonly unknown[]): string => (length === 1 ? 'is' : 'are');

const idsOf = (assets: readonly Pick<Asset, 'id'>[]): string[] => assets.map(({ id }) => id);

/** Moves files to a folder, with a way back. */
export async function moveFiles(queries: QueryClient, space_id: string, assets: readonly Asset[], folder_id: string | null): Promise<void> {
  const { assets: client } = spaceClient(space_id);
  const { before } = await client.move_bulk({ ids: idsOf(assets), folder_id });
  if (before.length === 0) return;
  await offerBack(queries, space_id, `${filesText(assets)} ${isOrAre(assets)} moved.`, () => client.move_bulk({ moves: before }));
}

/** Moves files to the trash, with a way back. Rejects with `attached` if something shows one of them, unless `force`. */
export async function deleteFiles(queries: QueryClient, space_id: string, assets: readonly Asset[], force: boolean): Promise<void> {
  const { assets: client } = spaceClient(space_id);
  const ids = idsOf(assets);
  await client.delete_bulk({ ids, force });
  await offerBack(queries, space_id, `${filesText(assets)} ${isOrAre(assets)} in the trash.`, () => client.restore_bulk({ ids }));
}

/** Takes files out of the trash, with a way back. */
export async function restoreFiles(queries: QueryClient, space_id: string, assets: readonly Asset[]): Promise<void> {
  const { assets: client } = spaceClient(space_id);
  const ids = idsOf(assets);
  await client.restore_bulk({ ids });
  await offerBack(queries, space_id, `${filesText(assets)} ${isOrAre(assets)} restored.`, () => client.delete_bulk({ ids, force: true }));
}

/** Deletes files for good; `onGone` runs before what was read of them is stale, so that their screen can leave. */
export async function deleteFilesForGood(
  queries: QueryClient,
  space_id: string,
  assets: readonly Asset[],
  onGone: () => void,
): Promise<void> {
  const { assets: client } = spaceClient(space_id);
  const ids = idsOf(assets);
  if (ids.length === 1) await client.delete({ id: ids[0]!, force: true, permanent: true });
  else await client.delete_bulk({ ids, force: true, permanent: true });
  onGone();
  for (const id of ids) queries.removeQueries({ queryKey: thingQuery(space_id, 'assets', 'get', { id }).queryKey });
  await rereadFiles(queries, space_id);
  sayDone(`${filesText(assets)} ${isOrAre(assets)} deleted for good.`);
}

/** Creates a folder, with a way back. */
export async function createFolder(
  queries: QueryClient,
  space_id: string,
  name: string,
  parent_id: string | null,
  idempotency_key: string,
) {
  const { folders } = spaceClient(space_id);
  const { id } = await folders.create({ name, parent_id }, { idempotency_key });
  await offerBack(queries, space_id, `The folder “${name}” is created.`, () => folders.delete({ id }));
}

/** The choice of a folder's deletion: the end of the things in it. */
export interface FolderDeletion {
  readonly contents: 'refuse' | 'trash' | 'move_up';
  readonly force: boolean;
}

/** Moves a folder to the trash, with a way back unless things in it were moved. Rejects with `attached` for one that is not empty. */
export async function deleteFolder(queries: QueryClient, space_id: string, { id, name }: Folder, how: FolderDeletion): Promise<void> {
  const { folders } = spaceClient(space_id);
  const { moved } = await folders.delete({ id, ...how });
  const said = `The folder “${name}” is in the trash.`;
  if (moved === 0) return offerBack(queries, space_id, said, () => folders.restore({ id }));
  await rereadFiles(queries, space_id);
  sayDone(said);
}

/** Takes a folder out of the trash, with a way back. */
export async function restoreFolder(queries: QueryClient, space_id: string, { id, name }: Folder): Promise<void> {
  const { folders } = spaceClient(space_id);
  await folders.restore({ id });
  await offerBack(queries, space_id, `The folder “${name}” is restored.`, () => folders.delete({ id, contents: 'trash', force: true }));
}

/** Deletes a folder for good, with what was deleted with it; `onGone` runs before what was read of it is stale. */
export async function deleteFolderForGood(queries: QueryClient, space_id: string, { id, name }: Folder, onGone: () => void): Promise<void> {
  await spaceClient(space_id).folders.delete({ id, contents: 'trash', force: true, permanent: true });
  onGone();
  await rereadFiles(queries, space_id);
  sayDone(`The folder “${name}” is deleted for good.`);
}
