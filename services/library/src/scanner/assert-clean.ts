import { invalidFields, Problem } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { Source } from '../objects/store-object.ts';
import { scanSource } from './scan-source.ts';
import { type Scanner, ScannerUnavailable } from './scanner.ts';

/** The time of a scan while a caller waits: what is left of a call that has fetched a file. */
const SCAN_MS = 12 * SECOND_MS;
/** Seconds after which a caller may try again. */
const RETRY_AFTER_S = 10;
/** Characters of the name of a signature in an answer. */
const MAX_SIGNATURE = 100;

/**
 * Throws `invalid` for a field whose file is infected or larger than the virus scanner takes, and `unavailable` without an answer of it. Without a
 * scanner every file passes.
 */
export async function assertClean(
  scanner: Scanner | undefined,
  ports: Pick<Ports, 'objects'>,
  source: Source,
  path: string,
): Promise<void> {
  if (!scanner) return;
  const verdict = await scanSource(scanner, ports, source, SCAN_MS).catch((error: unknown) => {
    if (!(error instanceof ScannerUnavailable)) throw error;
    throw Object.assign(
      new Problem('unavailable', 'The virus scanner does not answer, and no file is accepted without it; send the call again later.', {
        retry_after_s: RETRY_AFTER_S,
      }),
      { cause: error },
    );
  });
  if (verdict.outcome === 'infected')
    throw invalidFields([
      {
        path,
        code: 'infected',
        message: `is infected: the virus scanner finds ${verdict.signature.slice(0, MAX_SIGNATURE)}; send another file`,
      },
    ]);
  if (verdict.outcome === 'too_large')
    throw invalidFields([{ path, code: 'too_large_to_scan', message: 'is larger than the virus scanner takes; send a smaller file' }]);
}
