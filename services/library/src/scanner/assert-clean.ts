import { invalidFields } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { Source } from '../objects/store-object.ts';
import { scanForCaller } from './scan-source.ts';
import type { Scanner } from './scanner.ts';

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
  const verdict = await scanForCaller(scanner, ports, source);
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
