import { type ClientRoute, type Operations, routes } from './contracts.ts';
import { type Paged, paged } from './pages.ts';
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

type Arguments = Readonly<Record<string, unknown>>;

/** Creates the typed client of a Space. Its methods throw SpaceError for every status but 2xx. */
export function createClient(options: ClientOptions): Client {
  const methodOf =
    (route: ClientRoute) =>
    (args: Arguments = {}, call: CallOptions = {}): Promise<unknown> => {
      const first = send(options, route, args, call);
      const { paging } = route;
      return paging ? paged(first, paging, (cursor) => send(options, route, { ...args, [paging.cursor]: cursor }, call)) : first;
    };
  const methods: unknown = Object.fromEntries(
    Object.entries(routes).map(([name, operations]) => [
      name,
      Object.fromEntries(Object.entries(operations).map(([key, route]) => [key, methodOf(route)])),
    ]),
  );
  return methods as Client;
}
