import { extendJson, type Handlers, Json } from '@space/bus';
import type { assets } from '@space/contracts/assets';
import { readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { Receiving } from '../content/content.ts';
import { answerOf } from '../rows/find-asset.ts';
import { sharingHandlers } from '../sharing/sharing.ts';
import { readAssetText } from '../texts/asset-text.ts';
import { findExcerpt } from '../texts/texts.queries.ts';
import { versionHandlers } from '../versions/versions.ts';
import { createAsset } from './create-asset.ts';
import { listAssets } from './list-assets-sql.ts';
import { assetPlaceHandlers } from './place-assets.ts';
import { updateAsset } from './update-asset.ts';

/** Creates the handlers of assets; `origin` is that of their public addresses. */
export function assetHandlers(ports: Ports, writer: Writer, receiving: Receiving, origin: string): Handlers<typeof assets> {
  const { database } = ports;
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listAssets(caller.space_id, origin, input))),
    async get({ input: { id }, caller }) {
      const answer = await answerOf(database, caller.space_id, id, origin);
      return extendJson(answer, { text_excerpt: await findExcerpt(database, caller.space_id, id) });
    },
    text: readAssetText(database),
    create: createAsset(ports, writer, receiving, origin),
    update: updateAsset(ports, writer, origin),
    ...assetPlaceHandlers(ports, writer, origin),
    ...versionHandlers(ports, writer, receiving, origin),
    ...sharingHandlers(ports, writer, origin),
  };
}
