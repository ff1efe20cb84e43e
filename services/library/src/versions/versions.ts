import { extendJson, type Handlers, Json } from '@space/bus';
import { type Asset, assetProcessed, assetReplaced, type assets, MAX_ASSET_VERSIONS } from '@space/contracts/assets';
import { type Actor, notFound } from '@space/contracts/core';
import { readPage } from '@space/database';
import { replayIfStored, type Transaction, type Writer } from '@space/event-log';
import { extensionOf } from '@space/file-kinds';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { assertOneSource, type Receiving, receiveContent } from '../content/content.ts';
import { beginUse, endUses, lockObjects, orRelease, storeObject } from '../objects/store-object.ts';
import { announceFile, requestProcessing } from '../processing/request-processing.ts';
import { type AssetFile, type AssetRow, urlName } from '../rows/asset-row.ts';
import { updateAssetRows } from '../rows/asset-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, assertNotTrashed, findAsset, lockAsset } from '../rows/find-asset.ts';
import { lockPlaces } from '../tree/tree.queries.ts';
import { deleteOldVersions, findOldHashes, findVersion, insertVersion, listVersions } from './versions.queries.ts';

/** A transaction that gives assets other files. */
type ReplacingTransaction = Transaction<typeof assetProcessed | typeof assetReplaced>;

/** Creates the handlers of the files of assets. */
export function versionHandlers(
  ports: Ports,
  writer: Writer,
  receiving: Receiving,
  origin: string,
): Pick<Handlers<typeof assets>, 'replace' | 'list_versions' | 'restore_version'> {
  const { database } = ports;
  const replaced = async (tx: ReplacingTransaction, asset: AssetRow, file: AssetFile, actor: Actor): Promise<Json<ReplacedAsset>> => {
    const previous_version = await giveFile(tx, asset, file, actor, origin);
    const previous_name = file.name === asset.name ? null : asset.name;
    return extendJson(await answerOf(tx, asset.space_id, asset.id, origin), { previous_version, previous_name });
  };

  return {
    async replace(call) {
      const { id, name, content_base64, source_url, strip_metadata } = call.input;
      const { space_id: space, actor } = call.caller;
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      assertOneSource({ content_base64, source_url });
      const current = await findAsset(database, space, id);
      assertNotTrashed(current);
      const { file, source, discard } = await receiveContent(ports, receiving, name ?? current.name, {
        content_base64,
        source_url,
        strip_metadata,
      });
      try {
        const ref = { space_id: space, sha256: file.sha256 };
        const reservation = call.dry_run ? undefined : await storeObject(ports, ref, file, source);
        const write = () =>
          writer.write(call, async function replaceInTransaction(tx) {
            await lockPlaces(tx, space);
            const asset = await lockAsset(tx, space, id, null);
            assertNotTrashed(asset);
            await lockFiles(tx, asset, file.sha256);
            await beginUse(ports, tx, ref, { size: file.size, isNewAsset: false, isDryRun: call.dry_run });
            // It may have been renamed since it was read.
            const keepsName = name === undefined && extensionOf(asset.name) === extensionOf(file.name);
            return replaced(tx, asset, keepsName ? { ...file, name: asset.name } : file, actor);
          });
        const answer = await (reservation ? orRelease(ports, reservation, write) : write());
        announceFile(ports, file);
        return answer;
      } finally {
        await discard();
      }
    },

    async list_versions({ input: { id, ...input }, caller }) {
      const asset = await findAsset(database, caller.space_id, id);
      return new Json(await readPage(database, listVersions(caller.space_id, asset, input)));
    },

    restore_version: (call) =>
      writer.write(call, async function restoreInTransaction(tx) {
        const { id, version, restore_name } = call.input;
        const { space_id: space, actor } = call.caller;
        await lockPlaces(tx, space);
        const asset = await lockAsset(tx, space, id, null);
        assertNotTrashed(asset);
        const file = await findVersion(tx, space, id, version);
        if (!file) throw notFound('version', String(version));
        await lockFiles(tx, asset, file.sha256);
        const keepsName = !restore_name && extensionOf(file.name) === extensionOf(asset.name);
        const name = keepsName ? asset.name : file.name;
        return replaced(tx, asset, { ...file, name }, actor);
      }),
  };
}

/** Locks the object that an asset gets and those that its oldest versions lose, before any other lock that follows. */
export const lockFiles = async (tx: CommonQueryMethods, { space_id, id }: AssetRow, sha256: string): Promise<void> =>
  lockObjects(tx, space_id, [sha256, ...(await findOldHashes(tx, space_id, id, MAX_ASSET_VERSIONS - 1))]);

/** An asset after a call that gives it a file. */
type ReplacedAsset = Asset & { previous_version: number | null; previous_name: string | null };

/**
 * Gives an asset that is locked a file whose object is in use, and announces it. Returns the number of the version before, or null if the
 * asset has these bytes and this name.
 */
export async function giveFile(
  tx: ReplacingTransaction,
  asset: AssetRow,
  file: AssetFile,
  actor: Actor,
  origin: string,
): Promise<number | null> {
  const space = asset.space_id;
  if (file.sha256 === asset.sha256 && file.name === asset.name) return null;
  const { width, height, is_processed, has_text } = await requestProcessing(tx, space, file);
  const after: AssetRow = {
    ...asset,
    ...file,
    width,
    height,
    url_name: urlName(file.name),
    file_version: asset.file_version + 1,
    version: asset.version + 1,
    updated_at: tx.now,
  };
  await insertVersion(tx, space, asset.id, { ...file, version: after.file_version }, actor, tx.now);
  await updateAssetRows(tx, [after]);
  const gone = await deleteOldVersions(tx, space, asset.id, MAX_ASSET_VERSIONS);
  if (gone.length > 0) await endUses(tx, space, gone, 0);
  const dataOf = await eventDataOf(tx, space, [after], origin);
  tx.emit(assetReplaced, { ...dataOf(after), previous_version: asset.file_version });
  if (is_processed) tx.emit(assetProcessed, { ...dataOf(after), has_text });
  return asset.file_version;
}
