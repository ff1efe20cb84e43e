import { scheduledCall } from '@space/bus';
import { assetRejected, assetUploads, type RejectionReason } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import { type ObjectStore, ObjectStoreRefusal } from '@space/object-store';
import { objectsOf, type Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { hasTooManyPixels, kindOf } from '../content/file-of.ts';
import { hashObject, readBeginning } from '../content/read-beginning.ts';
import { withoutMetadata } from '../content/without-metadata.ts';
import { objectKey } from '../objects/object-keys.ts';
import { beginUse, orRelease, type Source, storeObject } from '../objects/store-object.ts';
import { announceFile } from '../processing/request-processing.ts';
import type { AssetFile } from '../rows/asset-row.ts';
import { lockAssetRows } from '../rows/asset-rows.queries.ts';
import { scanSource } from '../scanner/scan-source.ts';
import type { Scanner } from '../scanner/scanner.ts';
import { inFolder } from '../tree/folder-event.ts';
import { findFolders, findFoldersAbove, lockPlaces } from '../tree/tree.queries.ts';
import { insertAsset } from '../versions/insert-asset.ts';
import { giveFile, lockFiles } from '../versions/versions.ts';
import { endUpload, lockUpload, saveHash, type UploadRow } from './uploads.queries.ts';

/** The time of a scan: less than that for which a process claims a check. */
const SCAN_MS = 4 * MINUTE_MS;

/** Thrown for bytes that are refused. */
class Rejection extends Error {
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The bytes of an upload after the first steps of its check. */
interface Checked {
  readonly file: AssetFile;
  readonly source: Source;
}

/**
 * Checks an upload whose bytes are all there, and makes its asset or refuses it. Every step may run again after a process was killed: the
 * hash is stored before the bytes leave the key of the upload, and the row of the upload ends in the transaction of the asset. Without an
 * answer of the virus scanner it throws, and the upload is checked again later.
 */
export async function checkUpload(ports: Ports, writer: Writer, upload: UploadRow, origin: string, scanner?: Scanner): Promise<void> {
  const { space_id, created_by } = upload;
  const call = scheduledCall('asset_uploads.create', assetUploads.operations.create, { space_id, actor: created_by }, {} as never);
  const end = (change: (tx: EndingTransaction) => Promise<void>) =>
    writer.write(call, async function endInTransaction(tx) {
      await lockPlaces(tx, space_id);
      const current = await lockUpload(tx, space_id, upload.id);
      // Another process has ended it.
      if (current?.status === 'checking') await change(tx);
      return null as never;
    });
  try {
    const sent = await findFile(ports, upload);
    await rejectUnclean(ports, upload, sent.source, scanner);
    const { file, source } = upload.strip_metadata ? await removeMetadata(ports, sent) : sent;
    const ref = { space_id, sha256: file.sha256 };
    const reservation = await storeObject(ports, ref, file, source);
    const accept = () =>
      end(async function acceptInTransaction(tx) {
        const asset_id = await makeAsset(ports, tx, upload, file, origin);
        await endUpload(tx, space_id, upload.id, { status: 'ready', asset_id }, tx.now);
      });
    // The bytes have left the key of the upload: the next try needs them at the key of their hash.
    await orRelease(ports, reservation, accept, (error) => reasonOf(error) !== undefined);
    announceFile(ports, file);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await end((tx) => reject(tx, upload, reason));
  }
}

type EndingTransaction = Transaction<NonNullable<(typeof assetUploads.operations.create)['emits']>[number]>;

/** Returns the reason of a refusal; undefined for a failure after which the check is tried again. */
function reasonOf(error: unknown): RejectionReason | undefined {
  if (error instanceof Rejection) return error.reason;
  return error instanceof Problem && error.code === 'limit_reached' ? 'quota_reached' : undefined;
}

async function reject(tx: Transaction<typeof assetRejected>, upload: UploadRow, reason: RejectionReason): Promise<void> {
  const { space_id, id, name, folder_id } = upload;
  await endUpload(tx, space_id, id, { status: 'rejected', reason }, tx.now);
  const above = folder_id === null ? [] : await findFoldersAbove(tx, space_id, folder_id);
  tx.emit(assetRejected, { upload_id: id, asset: name, reason, ...inFolder(above.length === 0 ? null : folder_id, above) });
}

/** Throws a Rejection for bytes in which the virus scanner finds something, and for more bytes than it takes. */
async function rejectUnclean(ports: Ports, upload: UploadRow, source: Source, scanner: Scanner | undefined): Promise<void> {
  if (!scanner) return;
  const verdict = await scanSource(scanner, ports, source, SCAN_MS);
  if (verdict.outcome === 'too_large') throw new Rejection('too_large_to_scan');
  if (verdict.outcome === 'clean') return;
  ports.log.warn(
    { upload_id: upload.id, space_id: upload.space_id, signature: verdict.signature },
    'an upload is infected and was rejected',
  );
  throw new Rejection('infected');
}

/**
 * Returns a file without the metadata of a picture; the bytes that were sent stay at their key until the upload has ended. Throws a
 * Rejection.
 */
async function removeMetadata(ports: Ports, sent: Checked): Promise<Checked> {
  const content = await withoutMetadata(ports, sent);
  if (!content) throw new Rejection('metadata_not_removable');
  return content;
}

/** Returns the file of an upload and the place of its bytes. Throws a Rejection for bytes that are not those of the upload. */
async function findFile(ports: Ports, upload: UploadRow): Promise<Checked> {
  const { space_id, id, name, size } = upload;
  const store = objectsOf(ports);
  if (upload.stored === null) return emptyFile(upload);
  const key = upload.stored.key;
  const found = await finishObject(store, upload);
  const moved = upload.found_sha256 === null ? undefined : objectKey(space_id, upload.found_sha256);
  const place = found === undefined && moved !== undefined && (await store.head(moved)) ? moved : key;
  if (found === undefined && place === key) throw new Rejection('unreadable');
  if (found !== undefined && found !== size) throw new Rejection('wrong_size');
  const sha256 = upload.found_sha256 ?? (await hashObject(store, place));
  if (upload.sha256 !== null && upload.sha256 !== sha256) throw new Rejection('wrong_sha256');
  if (upload.found_sha256 === null) await saveHash(ports.database, space_id, id, sha256);
  const beginning = await readBeginning(store, place, size);
  const kind = await kindOf(name, beginning);
  if (!kind) throw new Rejection('type_not_allowed');
  if (hasTooManyPixels(kind.content_type, beginning)) throw new Rejection('too_many_pixels');
  return { file: { name, ...kind, size, sha256 }, source: { key: place } };
}

async function emptyFile({ name, size, sha256 }: UploadRow): Promise<Checked> {
  if (size !== 0) throw new Rejection('wrong_size');
  const bytes = Buffer.alloc(0);
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  if (sha256 !== null && sha256 !== hash) throw new Rejection('wrong_sha256');
  const kind = await kindOf(name, bytes);
  if (!kind) throw new Rejection('type_not_allowed');
  return { file: { name, ...kind, size, sha256: hash }, source: { bytes } };
}

/** Makes the bytes of an upload one object, and returns its size; undefined if it is not at its key. */
async function finishObject(store: ObjectStore, { stored }: UploadRow): Promise<number | undefined> {
  try {
    return await store.uploads.finish(stored!);
  } catch (error) {
    if (!(error instanceof ObjectStoreRefusal) || error.code !== 'upload_missing') throw error;
    return (await store.head(stored!.key))?.size;
  }
}

/** Makes the asset of an upload, or gives an asset its file; returns the id of the asset. Throws a Rejection. */
async function makeAsset(ports: Ports, tx: EndingTransaction, upload: UploadRow, file: AssetFile, origin: string): Promise<string> {
  const { space_id: space, replaces, folder_id, alt_text, created_by } = upload;
  const ref = { space_id: space, sha256: file.sha256 };
  const [asset] = replaces === null ? [] : (await lockAssetRows(tx, space, [replaces])).values();
  if (replaces !== null && (!asset || asset.trashed_at !== null)) throw new Rejection('asset_missing');
  if (asset) await lockFiles(tx, asset, file.sha256);
  await beginUse(ports, tx, ref, { size: file.size, isNewAsset: !asset, isDryRun: false });
  if (asset) {
    await giveFile(tx, asset, file, created_by, origin);
    return asset.id;
  }
  const [folder] = folder_id === null ? [] : await findFolders(tx, space, [folder_id]);
  const target = folder && !folder.is_trashed ? folder.id : null;
  const given = { folder_id: target, alt_text, description: null, tags: [], origin: 'upload' as const };
  return insertAsset(tx, space, file, given, created_by, origin);
}
