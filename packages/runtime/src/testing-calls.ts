import { isDeepStrictEqual } from 'node:util';
import { type Bus, DEFAULT_DEADLINE_MS } from '@space/bus';
import { type ArgumentsOf, type Caller, type Contract, type Event, type OutputOf, subjectOf } from '@space/contracts/core';
import { type Database, newId, sql } from '@space/database';
import { z } from 'zod';

/** What rides beside the arguments of a call. */
export interface CallOptions {
  readonly idempotency_key?: string;
  readonly if_match?: string;
  readonly dry_run?: boolean;
}

/** An answer with what rides beside it. */
export interface WholeAnswer<Output> {
  readonly output: Output;
  readonly etag: string | undefined;
  readonly replayed: boolean;
}

/** Calls operations over the bus as one caller. A refusal is thrown as the Problem it is. */
export interface CallAs {
  <C extends Contract, K extends keyof C['operations'] & string>(
    contract: C,
    name: K,
    args: ArgumentsOf<C['operations'][K]>,
    options?: CallOptions,
  ): Promise<OutputOf<C['operations'][K]>>;
  /** The same, with ETag and whether it is the kept answer of an earlier call. */
  whole<C extends Contract, K extends keyof C['operations'] & string>(
    contract: C,
    name: K,
    args: ArgumentsOf<C['operations'][K]>,
    options?: CallOptions,
  ): Promise<WholeAnswer<OutputOf<C['operations'][K]>>>;
}

/** Calls as `caller`, past the gateway: keys, scopes and limits are judged there, not here. */
export function callAs({ bus }: { readonly bus: Bus }, caller: Caller): CallAs {
  const whole = async (contract: Contract, name: string, args: unknown, options: CallOptions = {}): Promise<WholeAnswer<never>> => {
    const reply = await bus.request(subjectOf(contract.name, name), {
      caller,
      params: {},
      body: Buffer.from(JSON.stringify(args)),
      request_id: newId('evt').replace('evt', 'req'),
      deadline: Date.now() + DEFAULT_DEADLINE_MS,
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

/** The events of a Space that wait in the outbox of `schema`, oldest first; consumers that run take them away. */
export async function emittedIn(database: Database, schema: string, space: string): Promise<Event[]> {
  const rows = await database.any(sql.type(z.object({ body: z.string() }))`
    select body from ${sql.identifier([schema, 'outbox'])} where space_id = ${space} order by seq`);
  return rows.map(({ body }) => JSON.parse(body) as Event);
}
