import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '@space/bus';
import { type ArgumentsOf, type Caller, type Contract, type OutputOf, subjectOf } from '@space/contracts/core';
import { CALL_DEADLINE_MS } from '@space/contracts/platform';
import { newId } from '@space/database';

/** Options of a call. */
export interface CallOptions {
  readonly idempotency_key?: string;
  readonly if_match?: string;
  readonly dry_run?: boolean;
}

/** An answer with its metadata. */
export interface WholeAnswer<Output> {
  readonly output: Output;
  readonly etag: string | undefined;
  readonly replayed: boolean;
}

/** Calls operations over the bus as one caller. Throws the Problem of a failed call. */
export interface CallAs {
  <C extends Contract, K extends keyof C['operations'] & string>(
    contract: C,
    name: K,
    args: ArgumentsOf<C['operations'][K]>,
    options?: CallOptions,
  ): Promise<OutputOf<C['operations'][K]>>;
  /** The same, and returns the ETag and whether the answer is the stored response of an earlier call. */
  whole<C extends Contract, K extends keyof C['operations'] & string>(
    contract: C,
    name: K,
    args: ArgumentsOf<C['operations'][K]>,
    options?: CallOptions,
  ): Promise<WholeAnswer<OutputOf<C['operations'][K]>>>;
}

/** Returns calls as `caller` that bypass the gateway, which checks keys, scopes and limits. */
export function callAs({ bus }: { readonly bus: Bus }, caller: Caller): CallAs {
  const whole = async (contract: Contract, name: string, args: unknown, options: CallOptions = {}): Promise<WholeAnswer<never>> => {
    const reply = await bus.request(subjectOf(contract.name, name), {
      caller,
      params: {},
      body: Buffer.from(JSON.stringify(args)),
      request_id: newId('evt').replace('evt', 'req'),
      deadline: Date.now() + CALL_DEADLINE_MS,
      trace: {},
      ...options,
    });
    if (reply.problem) throw reply.problem;
    const output = JSON.parse(Buffer.from(reply.body).toString());
    if (!isDeepStrictEqual(contract.operations[name]!.output.parse(output), output))
      throw new Error(`${contract.name}.${name} answers more than its contract says.`);
    return { output: output as never, etag: reply.etag, replayed: reply.replayed ?? false };
  };
  const call = async (contract: Contract, name: string, args: unknown, options?: CallOptions) =>
    (await whole(contract, name, args, options)).output;
  return Object.assign(call, { whole }) as CallAs;
}
