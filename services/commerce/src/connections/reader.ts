import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import type { PaymentAdapters, ProviderReader } from '../provider-port/provider.ts';
import type { Connection } from './connection.ts';
import { openKey } from './connection-secrets.ts';
import { findConnectionWithKey } from './connections.queries.ts';

/** A connection with the reader of its provider. */
export interface CheckedConnection {
  readonly connection: Connection;
  readonly reader: ProviderReader;
}

/** The ports of a reader. */
interface ReaderPorts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly adapters: PaymentAdapters;
}

/** Returns the reader of a connection; null if it is disconnected, or its provider has no key. */
export async function withReader(
  { database, box, adapters }: ReaderPorts,
  space: string,
  id: string,
  signal: AbortSignal,
): Promise<CheckedConnection | null> {
  const found = await findConnectionWithKey(database, space, id);
  if (!found || found.status === 'disconnected' || found.sealed_key === null) return null;
  const { sealed_key, ...connection } = found;
  const create = adapters[connection.provider].reader;
  return create && { connection, reader: create(openKey(box, connection, sealed_key), signal) };
}
