import { randomUUID } from 'node:crypto';
import type { Actor, InputOf, Operation } from '@space/contracts/core';
import type { Call } from './endpoint.ts';

/** Returns a call of an operation without a request, for a change that was scheduled earlier, on behalf of the actor who scheduled it. */
export const scheduledCall = <O extends Operation>(
  operation_id: string,
  operation: O,
  caller: { readonly space_id: string; readonly actor: Actor },
  input: InputOf<O>,
): Call<O> => ({
  operation,
  operation_id,
  input,
  caller: { space_id: caller.space_id, key_id: '', actor: caller.actor },
  request_id: randomUUID(),
  trace: {},
  if_version: null,
  dry_run: false,
  replayed: false,
  is_lenient: false,
  understood: [],
});
