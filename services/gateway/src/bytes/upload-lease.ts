import { randomUUID } from 'node:crypto';
import { Problem } from '@space/contracts/core';
import { isOpenUpload, type OpenUpload, type StoredUpload, UPLOAD_LEASE_MS, UPLOAD_RENEWAL_MS } from '@space/contracts/uploads';
import type { RequestContext } from '../http/request-context.ts';
import { type UploadRows, uploadLocked } from './upload-rows.ts';

/** The part of a lease after which a holder that could not renew it stops. The rest is for the bytes that it is still storing. */
const LEASE_USED = 0.75;

/** The lease of an upload while one request sends bytes. */
export interface UploadLease {
  readonly upload: OpenUpload;
  /** Aborts with a Problem when the lease is lost, or when this request is idle and another one wants the upload. */
  readonly signal: AbortSignal;
  /** Notes the bytes that have arrived. */
  note(offset: number): void;
  /** Records the upload in the object store. Throws `locked` if another request has the lease. */
  recordStored(stored: StoredUpload): Promise<void>;
  /** Records the stored bytes and ends the lease. A failure is not thrown: the lease then ends by itself. */
  release(offset: number | null): Promise<void>;
  /** Hands the complete upload to library. Throws `locked` if another request has the lease. */
  finish(sha256: string | null): Promise<void>;
}

/** Takes the lease of the upload of a token and renews it until it is released or finished. An upload that has all its bytes has none. */
export async function takeLease(
  rows: UploadRows,
  context: RequestContext,
  token_hash: string,
  stopping: AbortSignal,
): Promise<UploadLease> {
  const holder = randomUUID();
  const upload = await rows.open(context, token_hash, holder);
  const { upload_id, space_id } = upload;
  const lost = new AbortController();
  let confirmed_ms = performance.now();
  let arrived: number | null = null;
  let isIdle = false;
  let isRenewing = false;

  async function renew(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    const asked_ms = performance.now();
    try {
      const { has_lease, is_wanted } = await rows.record(context, space_id, { upload_id, holder, offset: arrived });
      if (!has_lease) return end(uploadLocked());
      confirmed_ms = asked_ms;
      if (is_wanted && isIdle) return end(new Problem('request_timeout', 'No bytes came, and another request continues this upload.'));
      isIdle = true;
    } catch {
      // The bus or the database does not answer; the lease is valid until its end.
    } finally {
      isRenewing = false;
    }
    if (performance.now() - confirmed_ms > UPLOAD_LEASE_MS * LEASE_USED)
      end(new Problem('unavailable', 'The upload could not be recorded; continue it in a moment.', { retry_after_s: 2 }));
  }

  function end(problem: Problem): void {
    stop();
    lost.abort(problem);
  }

  const timer = isOpenUpload(upload) ? setInterval(() => void renew(), UPLOAD_RENEWAL_MS).unref() : undefined;
  const onStopping = (): void => end(new Problem('unavailable', 'This server stops; continue the upload.', { retry_after_s: 1 }));
  if (timer) stopping.addEventListener('abort', onStopping);

  function stop(): void {
    clearInterval(timer);
    stopping.removeEventListener('abort', onStopping);
  }

  return {
    upload,
    signal: lost.signal,
    note(offset) {
      arrived = offset;
      isIdle = false;
    },
    async recordStored(stored) {
      const { has_lease } = await rows.record(context, space_id, { upload_id, holder, stored, offset: 0 });
      if (!has_lease) throw uploadLocked();
    },
    async release(offset) {
      stop();
      await rows.record(context, space_id, { upload_id, holder, offset, release: true }).catch(() => {});
    },
    async finish(sha256) {
      stop();
      const { has_lease } = await rows.finish(context, space_id, { upload_id, holder, offset: upload.size, sha256 });
      if (!has_lease) throw uploadLocked();
    },
  };
}
