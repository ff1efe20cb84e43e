import { ApiError } from '../../../api/api-error.ts';
import { newIdempotencyKey } from '../../../api/send.ts';
import type { SpaceClient } from '../../../api/space-client.ts';

/** An upload as the API answers it. */
export type Upload = Awaited<ReturnType<SpaceClient['asset_uploads']['get']>>;

/** The state of an upload of this tab. `checking` begins with the last byte; `failed` can be continued. */
type UploadPhase = 'waiting' | 'sending' | 'checking' | 'failed' | 'ready' | 'rejected';

/** A file on its way, as screens show it. It has no address: that is the right to send its bytes. */
export interface UploadEntry {
  readonly key: number;
  readonly space_id: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly phase: UploadPhase;
  /** The id of the upload; undefined until it is created. */
  readonly id: string | undefined;
  readonly asset_id: string | null;
  readonly reason: Upload['reason'];
  readonly error: unknown;
}

/** The place of a new file, or the file that it replaces. */
export interface UploadPlace {
  readonly folder_id?: string | null;
  readonly replaces?: string;
}

/** The fields of a new upload. */
interface UploadRequest extends UploadPlace {
  readonly name: string;
  readonly size: number;
  readonly content_type?: string;
}

/** The calls by which uploads are made; the address of an upload takes its bytes. */
export interface UploadCalls {
  create(space_id: string, request: UploadRequest, idempotency_key: string): Promise<{ readonly id: string; readonly upload_url: string }>;
  read(space_id: string, id: string): Promise<Upload>;
  cancel(space_id: string, id: string): Promise<unknown>;
  /** Returns the bytes that an address has. */
  offsetOf(url: string): Promise<number>;
  /** Sends a file from an offset. */
  send(url: string, file: File, offset: number, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void>;
}

/** The uploads of a tab. */
export interface UploadQueue {
  readonly subscribe: (listener: () => void) => () => void;
  readonly entries: () => readonly UploadEntry[];
  add(space_id: string, files: readonly File[], place: UploadPlace): void;
  /** Continues an upload that failed, where its bytes ended. */
  retry(key: number): void;
  /** Ends an upload and takes it out of the list. */
  cancel(key: number): void;
  /** Notes what an upload has become whose bytes are all there. */
  record(key: number, upload: Upload): void;
  /** Takes the ended uploads of a Space out of the list. */
  dismiss(space_id: string): void;
}

/** Uploads whose bytes are sent at a time. */
const MAX_AT_A_TIME = 3;

/** Returns true if a file waits for its bytes to be sent, or sends them: it is lost when the tab closes. */
export const isOnItsWay = ({ phase }: UploadEntry): boolean => phase === 'waiting' || phase === 'sending';

const isEnded = ({ phase }: UploadEntry): boolean => phase === 'ready' || phase === 'rejected' || phase === 'failed';

/** The part of an upload that no screen sees. */
interface Job {
  readonly file: File;
  readonly place: UploadPlace;
  readonly abort: AbortController;
  idempotency_key: string;
  url: string | undefined;
}

/**
 * Creates the uploads of a tab. They go on while the person looks at other screens. Of the waiting ones the first starts when another one has
 * sent its bytes or failed, so that at most three send at a time, and no upload expires while it waits.
 */
export function createUploadQueue(calls: UploadCalls): UploadQueue {
  let entries: readonly UploadEntry[] = [];
  let last = 0;
  const jobs = new Map<number, Job>();
  const listeners = new Set<() => void>();

  function set(changed: readonly UploadEntry[]): void {
    entries = changed;
    for (const listener of listeners) listener();
  }

  const change = (key: number, fields: Partial<UploadEntry>): void =>
    set(entries.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)));

  const find = (key: number): UploadEntry | undefined => entries.find((entry) => entry.key === key);

  function startNext(): void {
    const sending = entries.filter(({ phase }) => phase === 'sending').length;
    const next = entries.filter(({ phase }) => phase === 'waiting').slice(0, Math.max(0, MAX_AT_A_TIME - sending));
    for (const { key } of next) void run(key, jobs.get(key)!);
  }

  async function run(key: number, job: Job): Promise<void> {
    change(key, { phase: 'sending', error: undefined });
    try {
      const offset = await prepare(key, job);
      if (offset !== undefined && !job.abort.signal.aborted) await sendFrom(key, job, offset);
      change(key, { phase: 'checking', sent: job.file.size });
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) job.idempotency_key = newIdempotencyKey();
      if (!job.abort.signal.aborted) change(key, { phase: 'failed', error });
    } finally {
      startNext();
    }
  }

  /** Returns the offset at which the bytes of a file continue; undefined if all of them are there. */
  async function prepare(key: number, job: Job): Promise<number | undefined> {
    const { space_id, name, size, id } = find(key)!;
    if (job.url !== undefined && id !== undefined) {
      const { status } = await calls.read(space_id, id);
      if (status === 'waiting' || status === 'receiving') {
        const offset = await calls.offsetOf(job.url);
        return offset < size ? offset : undefined;
      }
      if (status !== 'cancelled' && status !== 'expired') return undefined;
      job.idempotency_key = newIdempotencyKey();
    }
    const type = job.file.type;
    const request = { name, size, ...job.place, ...(/^[\w.+-]+\/[\w.+-]+$/.test(type) && { content_type: type }) };
    const created = await calls.create(space_id, request, job.idempotency_key);
    job.url = created.upload_url;
    if (job.abort.signal.aborted) void calls.cancel(space_id, created.id).catch(() => undefined);
    change(key, { id: created.id });
    return 0;
  }

  const sendFrom = (key: number, { url, file, abort }: Job, offset: number): Promise<void> => {
    change(key, { sent: offset });
    return calls.send(url!, file, offset, (sent) => change(key, { sent: offset + sent }), abort.signal);
  };

  function forget(isForgotten: (entry: UploadEntry) => boolean): void {
    for (const entry of entries) if (isForgotten(entry)) jobs.delete(entry.key);
    set(entries.filter((entry) => !isForgotten(entry)));
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entries: () => entries,
    add(space_id, files, place) {
      const added = files.map((file): UploadEntry => {
        last += 1;
        jobs.set(last, { file, place, abort: new AbortController(), idempotency_key: newIdempotencyKey(), url: undefined });
        const { name, size } = file;
        return {
          key: last,
          space_id,
          name,
          size,
          sent: 0,
          phase: 'waiting',
          id: undefined,
          asset_id: null,
          reason: null,
          error: undefined,
        };
      });
      set([...entries, ...added]);
      startNext();
    },
    retry(key) {
      if (find(key)?.phase !== 'failed') return;
      change(key, { phase: 'waiting' });
      startNext();
    },
    cancel(key) {
      const entry = find(key);
      if (!entry) return;
      jobs.get(key)?.abort.abort();
      // One whose bytes are all there is an asset in a moment, and is refused.
      if (entry.id !== undefined && !isFinal(entry)) void calls.cancel(entry.space_id, entry.id).catch(() => undefined);
      forget((one) => one.key === key);
      startNext();
    },
    record(key, { status, asset_id, reason }) {
      if (status === 'ready' || status === 'rejected') {
        jobs.delete(key);
        change(key, { phase: status, asset_id, reason });
      } else if (status === 'cancelled' || status === 'expired')
        change(key, { phase: 'failed', error: new Error('The upload has ended. Try again to send the file from its start.') });
    },
    dismiss: (space_id) => forget((entry) => entry.space_id === space_id && isEnded(entry)),
  };
}

const isFinal = ({ phase }: UploadEntry): boolean => phase === 'ready' || phase === 'rejected';
