import { Problem } from '@space/contracts/core';
import { objectsOf, type Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { Source } from '../objects/store-object.ts';
import { type Scanner, ScannerUnavailable, type Verdict } from './scanner.ts';

/** The time of a scan while a caller waits: what is left of a call that has fetched a file. */
const CALL_SCAN_MS = 12 * SECOND_MS;
/** Seconds after which a caller may try again. */
const RETRY_AFTER_S = 10;

/** Scans the bytes of a file in memory or in the object store, from where they are streamed. Throws ScannerUnavailable. */
export const scanSource = (scanner: Scanner, ports: Pick<Ports, 'objects'>, source: Source, deadline_ms: number): Promise<Verdict> =>
  scanner.scan(async function openSource() {
    if ('bytes' in source) return chunks(source.bytes);
    const content = await objectsOf(ports).get(source.key);
    if (!content) throw new Error(`the object ${source.key} is absent`);
    return content.body;
  }, deadline_ms);

/** Scans the bytes of a file for which a caller waits. Throws `unavailable` without an answer of the scanner. */
export const scanForCaller = (
  scanner: Scanner,
  ports: Pick<Ports, 'objects'>,
  source: Source,
  deadline_ms = CALL_SCAN_MS,
): Promise<Verdict> =>
  scanSource(scanner, ports, source, deadline_ms).catch((error: unknown) => {
    if (!(error instanceof ScannerUnavailable)) throw error;
    throw Object.assign(
      new Problem('unavailable', 'The virus scanner does not answer, and no file is accepted without it; send the call again later.', {
        retry_after_s: RETRY_AFTER_S,
      }),
      { cause: error },
    );
  });

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
