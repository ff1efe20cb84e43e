import { extendJson, type Handlers } from '@space/bus';
import { type AssetValues, type assets, assetUpdated } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import { extensionOf } from '@space/file-kinds';
import { objectsOf, type Ports } from '@space/runtime';
import type { z } from 'zod';
import { fittingKind } from '../content/content.ts';
import { readBeginning } from '../content/read-beginning.ts';
import { asProblem } from '../objects/as-problem.ts';
import { objectKey } from '../objects/object-keys.ts';
import { requestProcessing } from '../processing/request-processing.ts';
import { type AssetFile, type AssetRow, urlName } from '../rows/asset-row.ts';
import { updateAssetRows } from '../rows/asset-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, assertNotTrashed, findAsset, lockAsset } from '../rows/find-asset.ts';
import { preparePlace, takePlace } from '../tree/place.ts';
import { renameCurrentVersion } from '../versions/versions.queries.ts';

type Values = z.output<typeof AssetValues>;

const names = ['name', 'folder_id', 'alt_text', 'description', 'tags', 'focal_point'] as const satisfies readonly (keyof Values)[];

/** Returns the handler that changes an asset. */
export const updateAsset =
  (ports: Ports, writer: Writer, origin: string): Handlers<typeof assets>['update'] =>
  async (call) => {
    const { id, folder_id, folder_path, rotate_links, ...fields } = call.input;
    const space = call.caller.space_id;
    const kind = fields.name === undefined ? undefined : await kindWithName(ports, space, id, fields.name);
    const place = await preparePlace(ports.database, space, { folder_id, folder_path });
    return writer.write(call, async function updateInTransaction(tx) {
      const folder = await takePlace(tx, space, place);
      const before = await lockAsset(tx, space, id, call.if_version);
      assertNotTrashed(before);
      if (kind && kind.sha256 !== before.sha256)
        throw new Problem('conflict', 'The file of the asset was replaced at the same time; send the call again.');
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const after: AssetRow = {
        ...before,
        ...given,
        ...(folder === undefined ? {} : { folder_id: folder }),
        ...(kind?.found ?? {}),
        links_version: before.links_version + (rotate_links ? 1 : 0),
      };
      if (kind) await requestProcessing(tx, space, after);
      const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
      if (changed.length > 0 || rotate_links)
        await storeUpdate(tx, { ...after, url_name: urlName(after.name) }, [...changed, ...(rotate_links ? ['links'] : [])], origin);
      const was = Object.fromEntries(changed.map((name) => [name, before[name]]));
      return extendJson(await answerOf(tx, space, id, origin), { before: was as Partial<Values> });
    });
  };

/** Writes an asset that is locked, and announces its changed fields. */
async function storeUpdate(
  tx: Transaction<typeof assetUpdated>,
  asset: AssetRow,
  changed: readonly string[],
  origin: string,
): Promise<void> {
  const after = { ...asset, version: asset.version + 1, updated_at: tx.now };
  await updateAssetRows(tx, [after]);
  if (changed.includes('name')) await renameCurrentVersion(tx, after);
  const dataOf = await eventDataOf(tx, asset.space_id, [after], origin);
  tx.emit(assetUpdated, { ...dataOf(after), changed: [...changed] });
}

/** Returns the kind of the file of an asset with another name, if the name has another ending. Throws `invalid` if it does not fit. */
async function kindWithName(
  ports: Ports,
  space: string,
  id: string,
  name: string,
): Promise<{ readonly sha256: string; readonly found: Pick<AssetFile, 'kind' | 'content_type'> } | undefined> {
  const asset = await findAsset(ports.database, space, id);
  if (extensionOf(asset.name) === extensionOf(name)) return undefined;
  const beginning = await asProblem(() => readBeginning(objectsOf(ports), objectKey(space, asset.sha256), asset.size));
  return { sha256: asset.sha256, found: await fittingKind(name, beginning) };
}
