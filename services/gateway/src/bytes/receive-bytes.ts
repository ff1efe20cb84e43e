import type { Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { UPLOAD_PAUSE_MS } from '@space/contracts/uploads';
import type { ObjectBody } from '@space/object-store';

/** The error of a body that has more bytes than it may. */
export class BodyTooLong extends Error {}

/** The error of a body that ended before its last byte, because its sender left or paused for too long. */
export class BodyCut extends Error {}

/** The limits of a body, and the parties that follow its bytes. */
export interface BodyOptions {
  /** Bytes that it may have. */
  readonly limit: number;
  readonly digest: Hash | undefined;
  readonly signal: AbortSignal;
  /** Called with the bytes so far. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Returns the bytes of a request as they arrive, hashed and counted. It throws BodyTooLong at the first byte too many, BodyCut for a body without
 * its end, and the reason of the signal. The request stays open in each case, so that the sender reads an answer.
 */
export async function* receiveBytes(request: IncomingMessage, { limit, digest, signal, onBytes }: BodyOptions): ObjectBody {
  const chunks = request.iterator({ destroyOnReturn: false });
  let bytes = 0;
  let stopWaiting: ((reason: unknown) => void) | undefined;

  function nextChunk(): Promise<IteratorResult<Buffer>> {
    signal.throwIfAborted();
    pause.refresh();
    return new Promise((resolve, reject) => {
      stopWaiting = reject;
      (chunks.next() as Promise<IteratorResult<Buffer>>).then(resolve, (error) =>
        reject(new BodyCut('the body ended early', { cause: error })),
      );
    });
  }

  const pause = setTimeout(() => stopWaiting?.(new BodyCut('the sender paused for too long')), UPLOAD_PAUSE_MS);
  const onAbort = (): void => stopWaiting?.(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (let next = await nextChunk(); !next.done; next = await nextChunk()) {
      const chunk = next.value;
      stopWaiting = undefined;
      bytes += chunk.length;
      if (bytes > limit) throw new BodyTooLong();
      digest?.update(chunk);
      onBytes(bytes);
      yield chunk;
    }
  } finally {
    clearTimeout(pause);
    signal.removeEventListener('abort', onAbort);
  }
  if (!request.complete) throw new BodyCut('the body ended early');
}
