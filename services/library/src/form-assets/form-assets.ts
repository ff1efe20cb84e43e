import { createHash } from 'node:crypto';
import type { Handlers } from '@space/bus';
import { formAssetId, type formAssets, MAX_INLINE_ASSET_BYTES } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { MAX_FOLDER_NAME } from '@space/contracts/folders';
import type { Writer } from '@space/event-log';
import { objectsOf, type Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { assetThings } from '../assets/asset-things.ts';
import { kindOf, SAMPLE } from '../content/file-of.ts';
import { asProblem } from '../objects/as-problem.ts';
import { objectKey } from '../objects/object-keys.ts';
import { beginUse, orRelease, storeObject } from '../objects/store-object.ts';
import { findAssetRows, lockAssetRows } from '../rows/asset-rows.queries.ts';
import { scanForCaller } from '../scanner/scan-source.ts';
import type { Scanner } from '../scanner/scanner.ts';
import { removeThings } from '../things/remove-things.ts';
import { preparePlace, takePlace } from '../tree/place.ts';
import { insertAsset } from '../versions/insert-asset.ts';
import { insertFormUse } from './form-assets.queries.ts';

/** The folder in which the folders of forms are. */
const FORMS_FOLDER = 'Forms';

/** The time of a scan: less than that of the call of the form. */
const SCAN_MS = 6 * SECOND_MS;

const UNKNOWN = { kind: 'other', content_type: 'application/octet-stream' } as const;

/**
 * Creates the handlers that scan the files of forms before they are accepted, and that store the files of submissions as private assets of
 * the origin `form_submission`. The submission shows its asset, so that a deletion of the asset names it; an erased submission takes the
 * asset with it.
 */
export function formAssetHandlers(ports: Ports, writer: Writer, origin: string, scanner: Scanner | undefined): Handlers<typeof formAssets> {
  const { database } = ports;
  return {
    async scan({ input: { content_base64 }, caller: { space_id } }) {
      if (!scanner) return { outcome: 'clean' };
      const verdict = await scanForCaller(scanner, ports, { bytes: Buffer.from(content_base64, 'base64') }, SCAN_MS);
      if (verdict.outcome === 'infected')
        ports.log.warn({ space_id, signature: verdict.signature }, 'a file for a form is infected and was refused');
      return { outcome: verdict.outcome };
    },

    async store(call) {
      const { file_id, form_id, form_name, submission_id, name, content_base64 } = call.input;
      const { space_id: space, actor } = call.caller;
      const id = formAssetId(file_id);
      if ((await findAssetRows(database, space, [id])).has(id)) return { asset_id: id };
      const bytes = Buffer.from(content_base64, 'base64');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const kind = (await kindOf(name, bytes.subarray(0, SAMPLE))) ?? UNKNOWN;
      const file = { name, ...kind, size: bytes.length, sha256 };
      const place = await preparePlace(database, space, { folder_path: `${FORMS_FOLDER}/${folderOf(form_name, form_id)}` });
      const ref = { space_id: space, sha256 };
      const reservation = await storeObject(ports, ref, file, { bytes });
      return orRelease(ports, reservation, () =>
        writer.write(call, async function storeInTransaction(tx) {
          const folder_id = (await takePlace(tx, space, place)) ?? null;
          await beginUse(ports, tx, ref, { size: file.size, isNewAsset: true, isDryRun: false });
          const given = { id, folder_id, alt_text: null, description: null, tags: [], origin: 'form_submission' as const };
          await insertAsset(tx, space, file, given, actor, origin);
          const path = `/forms/${form_id}/submissions/${submission_id}`;
          await insertFormUse(tx, space, { asset_id: id, submission_id, name: form_name, path });
          return { asset_id: id };
        }),
      );
    },

    async read({ input: { asset_id }, caller }) {
      const asset = (await findAssetRows(database, caller.space_id, [asset_id])).get(asset_id);
      if (!asset) return { content_base64: null };
      if (asset.size > MAX_INLINE_ASSET_BYTES)
        throw new Problem('conflict', `The file was replaced by a larger one; read it with GET /assets/${asset_id}/content.`);
      const found = await asProblem(() => objectsOf(ports).get(objectKey(caller.space_id, asset.sha256)));
      if (!found) return { content_base64: null };
      const parts: Uint8Array[] = [];
      for await (const part of found.body) parts.push(part);
      return { content_base64: Buffer.concat(parts).toString('base64') };
    },

    remove: (call) =>
      writer.write(call, async function removeInTransaction(tx) {
        const space = call.caller.space_id;
        const assets = [...(await lockAssetRows(tx, space, call.input.asset_ids)).values()];
        return { removed: (await removeThings(tx, space, assetThings(origin), assets, { force: true, permanent: true })).length };
      }),
  };
}

/** Returns the name of the folder of a form: its name without what a folder cannot have. */
function folderOf(form_name: string, form_id: string): string {
  const name = form_name
    .replace(/[\s/\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_FOLDER_NAME)
    .trim();
  return name === '' ? form_id : name;
}
