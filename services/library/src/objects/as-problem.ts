import { Problem } from '@space/contracts/core';
import { ObjectStoreUnavailable } from '@space/object-store';

/** Runs `act`. Throws `unavailable` when the object store cannot serve it. */
export async function asProblem<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error;
    throw Object.assign(new Problem('unavailable', 'The store of files does not answer or is full; send the call again later.'), {
      cause: error,
    });
  }
}
