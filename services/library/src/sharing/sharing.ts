import { extendJson, type Handlers, Json } from '@space/bus';
import { assetPublished, type assets, assetUnpublished } from '@space/contracts/assets';
import { ASSET_LINK_PURPOSE, AssetLink, askedVariant } from '@space/contracts/uploads';
import { sealedToken } from '@space/crypto';
import { isoTime, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { updateAssetRows } from '../rows/asset-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, assertNotTrashed, findAsset, lockAsset } from '../rows/find-asset.ts';
import { listUses } from '../uses/uses.queries.ts';

/** Creates the handlers by which others read an asset, and of the list of its uses. */
export function sharingHandlers(
  ports: Ports,
  writer: Writer,
  origin: string,
): Pick<Handlers<typeof assets>, 'publish' | 'create_link' | 'used_by'> {
  const { database, clock, box } = ports;
  const links = sealedToken(box, { purpose: ASSET_LINK_PURPOSE, schema: AssetLink, now: () => clock.now() });

  return {
    publish: (call) =>
      writer.write(call, async function publishInTransaction(tx) {
        const { id, publish } = call.input;
        const space = call.caller.space_id;
        const asset = await lockAsset(tx, space, id, null);
        assertNotTrashed(asset);
        if (asset.is_public !== publish) {
          const after = { ...asset, is_public: publish, version: asset.version + 1, updated_at: tx.now };
          await updateAssetRows(tx, [after]);
          const dataOf = await eventDataOf(tx, space, [after], origin);
          tx.emit(publish ? assetPublished : assetUnpublished, dataOf(after));
        }
        return extendJson(await answerOf(tx, space, id, origin), { was_public: asset.is_public });
      }),

    create_link: (call) =>
      writer.write(call, async function linkInTransaction(tx) {
        const { id, expires_in_minutes, download, ...fields } = call.input;
        const asset = await findAsset(tx, call.caller.space_id, id);
        assertNotTrashed(asset);
        const asked = askedVariant(fields);
        const expires = Date.parse(tx.now) + expires_in_minutes * MINUTE_MS;
        const { space_id, links_version } = asset;
        const token = links.seal({ space_id, asset_id: id, links_version, download, ...(asked ? { asked } : {}) }, expires);
        return { asset_id: id, url: `${origin}/a/s/${token}/${asset.url_name}`, expires_at: isoTime(expires) };
      }),

    async used_by({ input: { id, ...input }, caller }) {
      await findAsset(database, caller.space_id, id);
      return new Json(await readPage(database, listUses(caller.space_id, id, input)));
    },
  };
}
