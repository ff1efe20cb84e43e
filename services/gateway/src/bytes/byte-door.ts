import { Problem } from '@space/contracts/core';
import { isOpenUpload, type OpenUpload, uploadDoor } from '@space/contracts/uploads';
import { objectsOf } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { type Request, type Response, Router } from 'express';
import { waitForClient } from '../admission/connections.ts';
import { hashOfSecret } from '../auth/secret-token.ts';
import type { Gateway } from '../call/gateway.ts';
import { preflight } from '../http/cors.ts';
import { headerList, PRIVATE } from '../http/headers.ts';
import { type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import { hasUnreadBody } from '../http/unread-body.ts';
import { createReceiver } from './receive-upload.ts';
import { storedUploads } from './stored-uploads.ts';
import { createUploadDigests } from './upload-digests.ts';
import { assertFits, assertTusVersion, patchPlace, progressHeaders, putPlace, TUS_VERSION, UPLOAD_HEADERS } from './upload-headers.ts';
import { takeLease } from './upload-lease.ts';
import { uploadNotFound, uploadRows } from './upload-rows.ts';
import { createUploadSlots } from './upload-slots.ts';

/*
 * The byte door: the address at which the bytes of a file arrive. Its token is the right to send them, so that a program without a key can, for
 * example `curl -T`. An upload has two spellings, a plain PUT of the whole file, and tus 1.0 (HEAD, PATCH, DELETE), and a client may use one after
 * the other. Bytes never cross the bus: they go from the socket to the object store, and are hashed and counted on the way.
 *
 * The rows of uploads belong to library. A request that sends bytes has a lease, a row, because the next PATCH may reach another gateway. The object
 * store decides how many bytes are there: a gateway may die between storing bytes and recording them.
 *
 * Guarantees: acknowledged bytes are stored. Of a body that is cut, what arrived is stored, and HEAD says how much. One request writes at a
 * time; an idle one gives way to the next. An upload is complete when library knows it, which HEAD ensures too.
 *
 * Non-guarantees: a gateway that loses the bus for longer than its lease stops, but a part that it is sending at that moment may still be
 * stored. The check of size and SHA-256 then rejects the file.
 *
 * tus is spoken here without the package of its authors: our errors are Problems, the lock is a row that also knows idle holders, plain PUTs
 * share the path, and what remains are four headers. Of its extensions there are termination and expiration; creation is an operation.
 */

/** The time to read the answer to a body that is not read to its end, in milliseconds. */
const ANSWER_READ_MS = 2 * SECOND_MS;

const TOKEN = /^[\w-]{43}$/;
const METHODS = uploadDoor.methods;

/** Returns the router of the byte door. */
export function createByteDoor(gateway: Gateway): Router {
  const { respond, respondProblem, ports } = gateway;
  const objects = objectsOf(ports);
  const rows = uploadRows(gateway);
  const stored = storedUploads(objects);
  const slots = createUploadSlots();
  const receive = createReceiver(objects, stored, createUploadDigests());
  const labelFor = routeLabels(`/v1${uploadDoor.path}`);
  const allow = [...METHODS, 'OPTIONS'].join(', ');

  const answer = (context: RequestContext, status: number, upload: OpenUpload, offset: number): void =>
    respond(context, status, progressHeaders(offset, upload.size, upload.expires_at), null);

  /** Says how far an upload is. One whose bytes are all there, and of which library has not been informed, is completed. */
  async function head(context: RequestContext, token_hash: string): Promise<void> {
    const upload = await rows.find(context, token_hash);
    if (!isOpenUpload(upload)) return answer(context, 200, upload, upload.size);
    const offset = await stored.offset(upload);
    if (offset === upload.size) await complete(context, token_hash);
    answer(context, 200, upload, offset);
  }

  async function complete(context: RequestContext, token_hash: string): Promise<void> {
    const lease = await takeLease(rows, context, token_hash, gateway.stopping);
    if (!isOpenUpload(lease.upload)) return;
    try {
      await receive.complete(lease);
    } catch (error) {
      await lease.release(null);
      throw error;
    }
  }

  async function receiveBody(context: RequestContext, token_hash: string): Promise<void> {
    const { request, response } = context;
    const isPut = request.method === 'PUT';
    const given = isPut ? undefined : patchPlace(request.headers);
    ports.assertWritable?.();
    const lease = await takeLease(rows, context, token_hash, gateway.stopping);
    const { upload } = lease;
    if (!isOpenUpload(upload)) {
      if (given?.offset === upload.size && given.length === 0) return answer(context, 204, upload, upload.size);
      throw new Problem('gone', 'All bytes of this upload have arrived; create another upload for another file.');
    }
    let free: (() => void) | undefined;
    try {
      const place = given ?? putPlace(request.headers, upload.size);
      assertFits(place, upload.size);
      free = slots.take(upload.space_id);
      const offset = await waitForClient(response, () =>
        receive.body(context, lease, { ...place, isWhole: isPut && !request.headers['content-range'] }),
      );
      answer(context, 204, upload, offset);
    } catch (error) {
      await lease.release(null);
      // The lease of an upload that was cancelled meanwhile is lost, too.
      if (error instanceof Problem && error.code === 'locked') await rows.find(context, token_hash);
      throw error;
    } finally {
      free?.();
    }
  }

  async function cancel(context: RequestContext, token_hash: string): Promise<void> {
    await rows.cancel(context, token_hash);
    respond(context, 204, [...PRIVATE, 'Tus-Resumable', TUS_VERSION], null);
  }

  const acts: Readonly<Record<string, (context: RequestContext, token_hash: string) => Promise<void>>> = {
    HEAD: head,
    PUT: receiveBody,
    PATCH: receiveBody,
    DELETE: cancel,
  };

  async function handle(request: Request, response: Response): Promise<void> {
    const context = { ...requestContextOf(response), common_headers: UPLOAD_HEADERS, drains_itself: true as const };
    context.route = labelFor(request.method);
    try {
      gateway.authenticator.countUnchecked(request);
      if (request.method === 'OPTIONS') return respond(context, 204, optionsHeaders(allow), null);
      const act = acts[request.method];
      if (!act) throw new Problem('method_not_allowed', `${request.method} is not allowed here; allowed are ${allow}.`);
      const token = String(request.params.token);
      if (!TOKEN.test(token)) throw uploadNotFound();
      assertTusVersion(request.headers);
      await act(context, hashOfSecret(token));
    } catch (error) {
      closeAfterAnswer(request, response);
      const problem = error instanceof Problem ? error : undefined;
      const offset = problem?.extras.upload_offset;
      respondProblem(context, error, [
        'Tus-Resumable',
        TUS_VERSION,
        ...(typeof offset === 'number' ? ['Upload-Offset', String(offset)] : []),
        ...(problem?.code === 'method_not_allowed' ? ['Allow', allow] : []),
        ...(problem?.code === 'precondition_failed' ? ['Tus-Version', TUS_VERSION] : []),
      ]);
    }
  }

  const router = Router({ caseSensitive: true, strict: true });
  router.all(`/v1${uploadDoor.path}`, handle);
  return router;
}

/** Reads and drops the rest of a body that is refused, and closes its connection when its sender has had the time to read the answer. */
function closeAfterAnswer(request: Request, response: Response): void {
  if (!hasUnreadBody(request)) return;
  response.once('finish', () => {
    // A stream with a listener of this event does not flow.
    request.removeAllListeners('readable').resume();
    setTimeout(() => request.complete || request.destroy(), ANSWER_READ_MS).unref();
  });
}

const optionsHeaders = (allow: string) => [
  ...preflight(allow, ['Tus-Resumable', 'Upload-Offset', 'Content-Range']),
  ...headerList({ 'Tus-Resumable': TUS_VERSION, 'Tus-Version': TUS_VERSION, 'Tus-Extension': 'termination,expiration' }),
];
