import type { Handlers } from '@space/bus';
import type { assets } from '@space/contracts/assets';
import { replayIfStored, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { assertOneSource, type Receiving, receiveContent } from '../content/content.ts';
import { beginUse, orRelease, storeObject } from '../objects/store-object.ts';
import { announceFile } from '../processing/request-processing.ts';
import { answerOf } from '../rows/find-asset.ts';
import { preparePlace, takePlace } from '../tree/place.ts';
import { insertAsset } from '../versions/insert-asset.ts';

/** Returns the handler that creates an asset: its object is stored first, and its rows second. */
export const createAsset =
  (ports: Ports, writer: Writer, receiving: Receiving, origin: string): Handlers<typeof assets>['create'] =>
  async (call) => {
    const { name, content_base64, source_url, strip_metadata, folder_id, folder_path, alt_text, description, tags } = call.input;
    const { space_id: space, actor } = call.caller;
    const stored = await replayIfStored('library', ports, call);
    if (stored) return stored;
    assertOneSource({ content_base64, source_url });
    const place = await preparePlace(ports.database, space, { folder_id, folder_path });
    const { file, source, discard } = await receiveContent(ports, receiving, name, { content_base64, source_url, strip_metadata });
    try {
      const ref = { space_id: space, sha256: file.sha256 };
      const reservation = call.dry_run ? undefined : await storeObject(ports, ref, file, source);
      const write = () =>
        writer.write(call, async function createInTransaction(tx) {
          const folder = (await takePlace(tx, space, place)) ?? null;
          await beginUse(ports, tx, ref, { size: file.size, isNewAsset: true, isDryRun: call.dry_run });
          const given = { folder_id: folder, alt_text, description, tags, origin: source_url === undefined ? 'api' : 'url' } as const;
          return answerOf(tx, space, await insertAsset(tx, space, file, given, actor, origin), origin);
        });
      const answer = await (reservation ? orRelease(ports, reservation, write) : write());
      announceFile(ports, file);
      return answer;
    } finally {
      await discard();
    }
  };
