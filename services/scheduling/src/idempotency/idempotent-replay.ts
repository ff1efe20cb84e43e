import type { Call, Json } from '@space/bus';
import type { Operation, OutputOf } from '@space/contracts/core';
import { findStoredResponse } from '@space/event-log';
import type { Ports } from '@space/runtime';

/**
 * Returns the stored response of an earlier call with the same idempotency key; undefined for the first call. It runs before
 * validation: the effects of the first call, or later changes, could make the second call invalid.
 */
export const replayIfStored = async <O extends Operation>(
  { database, box }: Pick<Ports, 'database' | 'box'>,
  call: Call<O>,
): Promise<Json<OutputOf<O>> | undefined> =>
  call.idempotency === undefined ? undefined : database.transaction((tx) => findStoredResponse(tx, 'scheduling', call, box));
