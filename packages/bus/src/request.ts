import { type ArgumentsOf, type Caller, type Contract, type OutputOf, subjectOf } from '@space/contracts/core';
import { type Bus, deadlineFromNow } from './bus.ts';

/** On whose behalf one service asks another: a call has all of it. */
export interface CallContext {
  readonly caller: Caller;
  readonly request_id: string;
  readonly trace: Readonly<Record<string, string>>;
  /** Whether the call is only tried: then what it asks for is only tried too. */
  readonly dry_run?: boolean | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Asks another service over the bus, on behalf of a call. A refusal is thrown as the Problem it is; `unavailable` and
 * `timeout` too. Never inside a transaction: it would hold back every event while it waits.
 */
export async function request<C extends Contract, K extends keyof C['operations'] & string>(
  bus: Pick<Bus, 'request'>,
  { caller, request_id, trace, dry_run }: CallContext,
  contract: C,
  name: K,
  input: ArgumentsOf<C['operations'][K]>,
): Promise<OutputOf<C['operations'][K]>> {
  const reply = await bus.request(subjectOf(contract.name, name), {
    caller,
    params: {},
    body: encoder.encode(JSON.stringify(input)),
    request_id,
    trace,
    dry_run,
    deadline: deadlineFromNow(contract.operations[name]!.deadline_ms),
  });
  if (reply.problem) throw reply.problem;
  return JSON.parse(decoder.decode(reply.body)) as OutputOf<C['operations'][K]>;
}
