import type { Operations } from '@space/client';
import { routes } from '../made/routes.ts';
import { afterDeletions, holdReads } from './deletions.ts';
import { fillPath, queryString, withoutPath } from './request-url.ts';
import { type Arguments, type CallOptions, send } from './send.ts';

interface AnyOperation {
  readonly arguments: unknown;
  readonly answer: unknown;
}

/** The arguments of an operation; the Space stands in the base URL. */
type ArgumentsOf<O extends AnyOperation> = O['arguments'] extends { readonly space_id: unknown }
  ? Omit<O['arguments'], 'space_id'>
  : O['arguments'];

type Method<O extends AnyOperation> =
  {} extends ArgumentsOf<O>
    ? (args?: ArgumentsOf<O>, options?: CallOptions) => Promise<O['answer']>
    : (args: ArgumentsOf<O>, options?: CallOptions) => Promise<O['answer']>;

/** Every operation of a Space as a method: `client.contacts.list({ search: 'Ada' })`. */
export type SpaceClient = {
  readonly [C in keyof Operations]: {
    readonly [K in keyof Operations[C]]: Operations[C][K] extends AnyOperation ? Method<Operations[C][K]> : never;
  };
};

/** Calls an operation of a Space by the names of its contract and itself. Throws TypeError for an unknown one. */
export function call(space_id: string, contract: string, name: string, args: Arguments = {}, options: CallOptions = {}): Promise<unknown> {
  const [method, path] = routes[contract]?.[name] ?? [];
  if (!method || !path) throw new TypeError(`There is no operation ${contract}.${name}.`);
  const rest = withoutPath(path, args);
  const hasBody = method === 'POST' || method === 'PATCH';
  const query = { ...(hasBody ? {} : rest), ...(options.dry_run && { dry_run: true }) };
  const thing = `/spaces/${space_id}/v1${fillPath(path, args)}`;
  const made = () => send(method, thing + queryString(query), hasBody ? rest : undefined, options);
  if (method === 'GET') return afterDeletions(thing, options.signal).then(made);
  const answer = made();
  if (method === 'DELETE') holdReads(thing, answer);
  return answer;
}

const clients = new Map<string, SpaceClient>();

/** Returns the typed client of a Space. */
export function spaceClient(space_id: string): SpaceClient {
  const known = clients.get(space_id);
  if (known) return known;
  const contracts = Object.entries(routes).map(([contract, operations]) => [
    contract,
    Object.fromEntries(
      Object.keys(operations).map((name) => [
        name,
        (args?: Arguments, options?: CallOptions) => call(space_id, contract, name, args, options),
      ]),
    ),
  ]);
  const client = Object.fromEntries(contracts) as SpaceClient;
  clients.set(space_id, client);
  return client;
}
