import { type ArgumentsOf, type Caller, type Contract, type OutputOf, subjectOf } from '@space/contracts/core';
import { type Bus, deadlineFromNow } from './bus.ts';

/** The call on whose behalf a service calls another one. Every `Call` is a CallContext. */
export interface CallContext {
  readonly caller: Caller;
  readonly request_id: string;
  readonly trace: Readonly<Record<string, string>>;
  /** True for a dry run, which then is a dry run in the other service too. */
  readonly dry_run?: boolean | undefined;
  /** The network of a visitor, who then waits among visitors in the other service too. */
  readonly visitor_network?: string | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Calls an operation of another service on behalf of a call. Throws the Problem of that service, `unavailable` or
 * `timeout`. Never call it inside a transaction: while it waits, the transaction would delay all events.
 */
export async function request<C extends Contract, K extends keyof C['operations'] & string>(
  bus: Pick<Bus, 'request'>,
  { caller, request_id, trace, dry_run, visitor_network }: CallContext,
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
    visitor_network,
    deadline: deadlineFromNow(contract.operations[name]!.deadline_ms),
  });
  if (reply.problem) throw reply.problem;
  return JSON.parse(decoder.decode(reply.body)) as OutputOf<C['operations'][K]>;
}
