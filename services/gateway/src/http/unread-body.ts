import type { IncomingMessage } from 'node:http';
import { MAX_UNREAD_BYTES } from '@space/contracts/platform';

/** Returns true if a request has a body of which the end has not arrived. */
export const hasUnreadBody = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Reads the rest of a body after its answer was sent, so that its sender reads the answer. Closes the connection when the
 * rest is longer than MAX_UNREAD_BYTES, since it may have no end.
 */
export function drainBody(request: IncomingMessage): void {
  if (!hasUnreadBody(request)) return;
  let bytes = 0;
  request.on('data', function count(chunk: Uint8Array) {
    bytes += chunk.length;
    if (bytes > MAX_UNREAD_BYTES) request.destroy();
  });
}
