import type { Handlers } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { type OpenUpload, UPLOAD_LEASE_MS, type uploadDirectory } from '@space/contracts/uploads';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import {
  beginCheck,
  endUpload,
  findByToken,
  hasLease,
  isLeased,
  lockUpload,
  recordBytes,
  takeLease,
  type UploadRow,
  wantLease,
} from './uploads.queries.ts';

const UNKNOWN = 'application/octet-stream';

/** Returns an upload as the byte door needs it. */
const openUpload = (upload: UploadRow): OpenUpload => ({
  upload_id: upload.id,
  space_id: upload.space_id,
  status: upload.status,
  size: upload.size,
  offset: upload.received,
  content_type: upload.content_type ?? UNKNOWN,
  stored: upload.stored,
  expires_at: upload.expires_at,
});

const isOpen = ({ status }: UploadRow): boolean => status === 'waiting' || status === 'receiving';

/** Returns true for an upload whose address has ended. */
const isEnded = (upload: UploadRow, now: string): boolean =>
  upload.status === 'cancelled' || upload.status === 'expired' || (isOpen(upload) && upload.expires_at <= now);

/**
 * Creates the handlers by which the byte door of the gateway finds uploads and records their bytes. `check` is called when the bytes of an
 * upload are all there, and `removeRemains` when a cancelled one has left some.
 */
export function uploadDirectoryHandlers(
  { database, clock }: Ports,
  { check, removeRemains }: { check(): void; removeRemains(): void },
): Handlers<typeof uploadDirectory> {
  return {
    async find({ input }) {
      const upload = await findByToken(database, input.token_hash);
      if (!upload) return { outcome: 'missing', upload: null };
      return isEnded(upload, isoTime(clock.now())) ? { outcome: 'ended', upload: null } : { outcome: 'ok', upload: openUpload(upload) };
    },

    async open({ input: { token_hash, holder } }) {
      const at = clock.now();
      const now = isoTime(at);
      const taken = await takeLease(database, token_hash, { holder, until: isoTime(at + UPLOAD_LEASE_MS), now });
      if (taken) return { outcome: 'ok', upload: openUpload(taken) };
      const upload = await findByToken(database, token_hash);
      if (!upload) return { outcome: 'missing', upload: null };
      if (isEnded(upload, now)) return { outcome: 'ended', upload: null };
      if (!isOpen(upload)) return { outcome: 'ok', upload: openUpload(upload) };
      await wantLease(database, token_hash);
      return { outcome: 'busy', upload: openUpload(upload) };
    },

    async record({ input: { upload_id, holder, stored, offset, release }, caller }) {
      const at = clock.now();
      const until = release ? null : isoTime(at + UPLOAD_LEASE_MS);
      const recorded = await recordBytes(database, caller.space_id, upload_id, { holder, stored, offset, until, now: isoTime(at) });
      return { has_lease: recorded !== null, is_wanted: recorded?.is_wanted ?? false };
    },

    async finish({ input: { upload_id, holder, offset, sha256 }, caller }) {
      const now = isoTime(clock.now());
      const answer = await database.transaction(async function finishInTransaction(tx) {
        const upload = await lockUpload(tx, caller.space_id, upload_id);
        if (!upload) throw notFound('upload', upload_id);
        if (!isOpen(upload)) return { has_lease: !isEnded(upload, now), status: upload.status };
        if (!(await hasLease(tx, caller.space_id, upload_id, holder, now))) return { has_lease: false, status: upload.status };
        if (offset !== upload.size) throw new Problem('invalid', `offset: the upload has ${upload.size} bytes.`);
        await beginCheck(tx, caller.space_id, upload_id, sha256, now);
        return { has_lease: true, status: 'checking' as const };
      });
      if (answer.status === 'checking') check();
      return answer;
    },

    async cancel({ input: { token_hash } }) {
      const now = isoTime(clock.now());
      const found = await findByToken(database, token_hash);
      if (!found) return { outcome: 'missing' };
      const outcome = await database.transaction(async function cancelInTransaction(tx) {
        const upload = await lockUpload(tx, found.space_id, found.id);
        if (!upload || !isOpen(upload) || isEnded(upload, now)) return 'ended' as const;
        if (await isLeased(tx, found.space_id, found.id, now)) return 'busy' as const;
        await endUpload(tx, found.space_id, found.id, { status: 'cancelled' }, now);
        return 'ok' as const;
      });
      if (outcome === 'ok') removeRemains();
      return { outcome };
    },
  };
}
