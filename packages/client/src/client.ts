import type { Operations } from './contracts.ts';
import { cursorOf, type Paged, paged } from './pages.ts';
import { type Arguments, type OperationId, routes } from './routes.ts';
import { type CallOptions, type ClientOptions, send } from './send.ts';

export type { CallOptions, ClientOptions } from './send.ts';

/** The answer of a call: a promise, which a list makes an iterator over its entries as well. */
type Answer<T> = [T] extends [
  { readonly next_cursor: string | null } & ({ readonly data: readonly (infer Entry)[] } | { readonly events: readonly (infer Entry)[] }),
]
  ? Paged<T, Entry>
  : Promise<T>;

interface AnyOperation {
  readonly arguments: unknown;
  readonly answer: unknown;
}

type Method<O extends AnyOperation> = {} extends O['arguments']
  ? (args?: O['arguments'], options?: CallOptions) => Answer<O['answer']>
  : (args: O['arguments'], options?: CallOptions) => Answer<O['answer']>;

/** Every operation as a method: `client.contacts.create({ name, email })`. */
export type Client = {
  readonly [C in keyof Operations]: {
    readonly [K in keyof Operations[C]]: Operations[C][K] extends AnyOperation ? Method<Operations[C][K]> : never;
  };
};

/** Creates the typed client of a Space. Its methods throw SpaceError for every status but 2xx. */
export function createClient(options: ClientOptions): Client {
  const methods: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(routes) as OperationId[]) {
    const [contract, name] = id.split('.') as [string, string];
    methods[contract] ??= {};
    methods[contract][name] = methodOf(options, id);
  }
  return methods as unknown as Client;
}

const methodOf =
  (options: ClientOptions, id: OperationId) =>
  (args: Arguments = {}, call: CallOptions = {}): Promise<unknown> => {
    const first = send(options, id, args, call);
    const { entries } = routes[id];
    return entries ? paged(first, entries, (cursor) => send(options, id, { ...args, [cursorOf[entries]]: cursor }, call)) : first;
  };
