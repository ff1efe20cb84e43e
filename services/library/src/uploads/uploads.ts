import { createHash, randomBytes } from 'node:crypto';
import { type Handlers, Json } from '@space/bus';
import { type assetUploads, MAX_OPEN_UPLOADS, UPLOAD_HOURS, type Upload } from '@space/contracts/assets';
import { notFound, Problem, unresolvedReferences } from '@space/contracts/core';
import { findExisting, isoTime, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import { apiOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { findUsage } from '../objects/objects.queries.ts';
import { assertRoom } from '../objects/store-object.ts';
import { findAssetRows } from '../rows/asset-rows.queries.ts';
import { assertNotTrashed } from '../rows/find-asset.ts';
import { preparePlace, takePlace } from '../tree/place.ts';
import { countOpenUploads, endUpload, insertUpload, listUploads, lockUpload, lockUploads, uploadById } from './uploads.queries.ts';

/** Bytes of the token in the address of an upload. */
const TOKEN = 32;

/** Returns the hash by which an upload with a token is found. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the command that sends a file to an address. `-g` takes the brackets and braces of a name as they are. */
function curlOf(name: string, url: string): string {
  const file = name.startsWith('-') ? `./${name}` : name;
  return `curl -gT '${file.replaceAll("'", String.raw`'\''`)}' '${url}'`;
}

/** Creates the handlers of uploads; `removeRemains` is called after an upload has left bytes in the object store. */
export function uploadHandlers(ports: Ports, writer: Writer, removeRemains: () => void): Handlers<typeof assetUploads> {
  const { database, clock, config } = ports;
  const api = apiOrigin(config);

  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listUploads(caller.space_id, isoTime(clock.now()), input))),

    async create(call) {
      const {
        name,
        size,
        content_type = null,
        sha256 = null,
        strip_metadata,
        folder_id,
        folder_path,
        alt_text,
        replaces = null,
      } = call.input;
      const { space_id: space, actor } = call.caller;
      assertSize(config.SPACE_ASSET_MAX_BYTES, size);
      const place = await preparePlace(database, space, { folder_id, folder_path });
      const token = randomBytes(TOKEN).toString('base64url');
      return writer.write(call, async function createInTransaction(tx) {
        const folder = (await takePlace(tx, space, place)) ?? null;
        if (replaces !== null) await assertReplaceable(tx, space, replaces);
        await lockUploads(tx, space);
        const open = await countOpenUploads(tx, space);
        assertRoom(ports, open.bytes + ((await findUsage(tx, space))?.bytes ?? 0), size);
        if (open.uploads >= MAX_OPEN_UPLOADS)
          throw new Problem('limit_reached', `A Space can have ${MAX_OPEN_UPLOADS} uploads that have not ended; cancel one first.`);
        const id = newId('upl');
        const expires_at = isoTime(Date.parse(tx.now) + UPLOAD_HOURS * HOUR_MS);
        await insertUpload(
          tx,
          {
            space_id: space,
            id,
            name,
            size,
            content_type,
            sha256,
            strip_metadata,
            folder_id: folder,
            alt_text,
            replaces,
            created_by: actor,
            expires_at,
          },
          hashOf(token),
          tx.now,
        );
        const upload_url = `${api}/v1/uploads/${token}`;
        return { ...(await readUpload(tx, space, id, tx.now)), upload_url, curl: curlOf(name, upload_url) };
      });
    },

    async get({ input: { id }, caller }) {
      const { json } = await findExisting(database, uploadById(caller.space_id, id, isoTime(clock.now())), { noun: 'upload', id });
      return new Json<Upload>(json);
    },

    async cancel(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      const answer = await writer.write(call, async function cancelInTransaction(tx) {
        const upload = await lockUpload(tx, space, id);
        if (!upload) throw notFound('upload', id);
        const isOver = upload.expires_at <= tx.now;
        if ((upload.status !== 'waiting' && upload.status !== 'receiving') || isOver)
          throw new Problem(
            'conflict',
            `The upload is ${isOver ? 'expired' : upload.status}; only one that waits for bytes can be cancelled.`,
          );
        await endUpload(tx, space, id, { status: 'cancelled' }, tx.now);
        return { id, cancelled_at: tx.now };
      });
      removeRemains();
      return answer;
    },
  };
}

async function readUpload(tx: CommonQueryMethods, space: string, id: string, now: string): Promise<Upload> {
  const { json } = await findExisting(tx, uploadById(space, id, now), { noun: 'upload', id });
  return JSON.parse(json) as Upload;
}

function assertSize(most: number, size: number): void {
  if (most > 0 && size > most) throw new Problem('limit_reached', `A file can have at most ${most} bytes; divide it, or ask the operator.`);
}

async function assertReplaceable(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  const asset = (await findAssetRows(tx, space, [id])).get(id);
  if (!asset) throw unresolvedReferences([{ path: 'replaces', noun: 'asset', id }]);
  assertNotTrashed(asset);
}
