import type { Call, Json } from '@space/bus';
import type { Operation, OutputOf } from '@space/contracts/core';
import { findStoredResponse } from '@space/event-log';
import type { Ports } from '@space/runtime';

/**
 * The answer that an earlier call with the same idempotency key was given; undefined for the first. Asked before anything
 * is validated: what the first call made may be what stands in the way of the second, and so may what changed since.
 */
export const replayIfStored = async <O extends Operation>(
  { database, box }: Pick<Ports, 'database' | 'box'>,
  call: Call<O>,
): Promise<Json<OutputOf<O>> | undefined> =>
  call.idempotency === undefined ? undefined : database.transaction((tx) => findStoredResponse(tx, 'scheduling', call, box));
