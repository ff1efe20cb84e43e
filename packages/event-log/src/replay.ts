import type { Call, Json } from '@space/bus';
import type { Operation, OutputOf } from '@space/contracts/core';
import { findStoredResponse } from './idempotency.queries.ts';
import type { WriterPorts } from './writer.ts';

/**
 * Returns the stored response of an earlier call with the same idempotency key; undefined for the first call and for a dry
 * run. It runs before validation: the effects of the first call, or later changes, could make the second call invalid.
 */
export const replayIfStored = async <O extends Operation>(
  schema: string,
  { database, box }: Pick<WriterPorts, 'database' | 'box'>,
  call: Call<O>,
): Promise<Json<OutputOf<O>> | undefined> =>
  call.idempotency === undefined || call.dry_run ? undefined : database.transaction((tx) => findStoredResponse(tx, schema, call, box));
