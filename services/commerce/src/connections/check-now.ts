import type { SecretBox } from '@space/crypto';
import type { Clock, Database } from '@space/database';
import { SECOND_MS } from '@space/time';
import type { PaymentAdapters } from '../provider-port/provider.ts';
import { ProviderError } from '../provider-port/provider.ts';
import { withReader } from './reader.ts';
import type { Check } from './report.ts';

/** The time for reads at a provider while an operator waits, in milliseconds. */
export const CHECK_TIMEOUT_MS = 20 * SECOND_MS;

/** The ports of a check. */
interface CheckPorts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly adapters: PaymentAdapters;
  readonly clock: Clock;
}

/** Checks a connection with an authenticated read; a connection without a key has nothing to check. */
export async function checkNow({ database, box, adapters, clock }: CheckPorts, space_id: string, id: string): Promise<Check | null> {
  const started = clock.now();
  const opened = await withReader({ database, box, adapters }, space_id, id, AbortSignal.timeout(CHECK_TIMEOUT_MS));
  if (!opened) return null;
  try {
    await opened.reader.check();
    return { started, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { started, error: { code: error.code, message: error.message } };
  }
}
