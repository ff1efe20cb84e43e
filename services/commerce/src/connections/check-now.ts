import type { SecretBox } from '@space/crypto';
import { type Clock, type Database, isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import type { PaymentAdapters } from '../provider-port/provider.ts';
import { ProviderError } from '../provider-port/provider.ts';
import type { Connection } from './connection.ts';
import { countRecentRefusals, findConnection } from './connections.queries.ts';
import { withReader } from './reader.ts';
import { badSignature, REFUSED_SIGNATURES, REFUSED_WINDOW_S } from './refused-signatures.ts';
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

/**
 * Checks a connection with an authenticated read. A connection without a key has nothing to read; it works unless signatures are
 * refused. Returns null for one that is disconnected.
 */
export async function checkNow({ database, box, adapters, clock }: CheckPorts, space_id: string, id: string): Promise<Check | null> {
  const started = clock.now();
  const opened = await withReader({ database, box, adapters }, space_id, id, AbortSignal.timeout(CHECK_TIMEOUT_MS));
  if (!opened) return checkSignatures(database, { space_id, id }, started);
  try {
    await opened.reader.check();
    return { started, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { started, error: { code: error.code, message: error.message } };
  }
}

async function checkSignatures(database: Database, place: Pick<Connection, 'space_id' | 'id'>, started: number): Promise<Check | null> {
  const connection = await findConnection(database, place.space_id, place.id);
  if (!connection || connection.status === 'disconnected') return null;
  const refused = await countRecentRefusals(database, place, isoTime(started), REFUSED_WINDOW_S);
  return { started, error: refused >= REFUSED_SIGNATURES ? badSignature : null };
}
