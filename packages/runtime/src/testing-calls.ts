import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '@space/bus';
import { toolCatalog } from '@space/contracts/catalog';
import { type ArgumentsOf, type Caller, type Contract, type OutputOf, subjectOf } from '@space/contracts/core';
import { CALL_DEADLINE_MS } from '@space/contracts/platform';
import { currentCall, type Database, newId } from '@space/database';

/** The network of visitors in tests. */
const VISITOR_NETWORK = '192.0.2.1';

const isVisitor = ({ space_id, actor }: Caller): boolean => space_id === '' && actor.id === 'visitor';

/** The time of a call of a test in milliseconds. It is longer than that of clients, because tests share one machine. */
const TEST_DEADLINE = 6 * CALL_DEADLINE_MS;

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
      deadline: Date.now() + TEST_DEADLINE,
      trace: {},
      ...(isVisitor(caller) && { visitor_network: VISITOR_NETWORK }),
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

/**
 * Calls a tool and then the call that undoes it. Returns the answer of the first call, the undo and its answer; both are null if there is no undo. Tools are
 * called as operations, without the gateway.
 */
export async function callAndUndo(call: CallAs, name: string, args: Readonly<Record<string, unknown>>) {
  const callTool = (tool: string, input: Readonly<Record<string, unknown>>): Promise<Record<string, never>> => {
    const { contract, name: operation } = toolCatalog.get(tool)!;
    return call(contract, operation, input as never) as never;
  };
  const { operation } = toolCatalog.get(name)!;
  const output = await callTool(name, args);
  const undo = operation.undo!(operation.input.parse(args), output);
  const undone = undo ? await callTool(undo.tool, undo.arguments) : null;
  return { output, undo, undone };
}

const STATEMENTS = ['any', 'anyFirst', 'exists', 'many', 'maybeOne', 'one', 'query', 'connect', 'transaction'] as const;

/**
 * Returns the Space for whose visitors each statement of visitors' calls during `act` takes turns, in order; '' for a statement
 * that takes turns with those of its network, since the Space is not known yet.
 */
export async function spacesOfVisitors(database: Database, act: () => Promise<unknown>): Promise<string[]> {
  const spaces: string[] = [];
  const replaced = STATEMENTS.map((name) => {
    const before = database[name] as (...args: unknown[]) => unknown;
    function recordSpace(...args: unknown[]): unknown {
      const call = currentCall();
      if (call?.visitor_network !== undefined) spaces.push(call.space_id);
      return before(...args);
    }
    return [name, before, recordSpace] as const;
  });
  for (const [name, , recordSpace] of replaced) Object.assign(database, { [name]: recordSpace });
  try {
    await act();
  } finally {
    for (const [name, before] of replaced) Object.assign(database, { [name]: before });
  }
  return spaces;
}
