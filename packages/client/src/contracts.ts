import { contracts } from '@space/contracts/catalog';
import {
  type ArgumentsOf,
  type Operation,
  type OutputOf,
  type ProblemBody,
  pathParameters,
  type Route,
  type WebhookBody,
} from '@space/contracts/core';
import { z } from 'zod';

/*
 * The facts of the contracts that the client needs. It is the only module that imports other packages: the build of the npm
 * package (scripts/client) replaces it by a generated module without imports.
 */

export { SIGNATURE_TOLERANCE_SECONDS } from '@space/contracts/events';

/** The contracts with REST routes; operations that agents call over MCP only have no routes. */
type RoutedContracts = (typeof contracts)[Exclude<keyof typeof contracts, 'eventListening'>];

/** The arguments and the answer of each operation, by contract and name. */
export type Operations = {
  readonly [C in RoutedContracts as C['name']]: {
    readonly [K in keyof C['operations']]: {
      readonly arguments: ArgumentsOf<C['operations'][K]>;
      readonly answer: OutputOf<C['operations'][K]>;
    };
  };
};

/** An error on the wire. */
export type ProblemDocument = z.infer<typeof ProblemBody>;

/** The event in the body of a webhook. */
export type WebhookEvent = z.infer<typeof WebhookBody>;

/** The facts of one operation that a request needs. */
export interface ClientRoute {
  readonly method: Route['method'];
  readonly path: string;
  /** The names of the parameters in the path. */
  readonly in_path: readonly string[];
  /** The members of a page that iterating needs; absent when the answer is no page. */
  readonly paging?: Paging;
}

/** The name of the entries in a page, and of the argument that takes its `next_cursor`. */
export interface Paging {
  readonly entries: 'data' | 'events';
  readonly cursor: 'cursor' | 'after';
}

const routeOf = (operation: Operation, { method, path }: Route): ClientRoute => ({
  method,
  path,
  in_path: pathParameters(path),
  ...pagingOf(operation),
});

/** Returns the paging of an operation by its output: the file that a download makes of pages has a cursor but no entries. */
function pagingOf({ output }: Operation): Pick<ClientRoute, 'paging'> {
  const members = output instanceof z.ZodObject ? output.shape : {};
  if (!Object.hasOwn(members, 'next_cursor')) return {};
  if (Object.hasOwn(members, 'data')) return { paging: { entries: 'data', cursor: 'cursor' } };
  return Object.hasOwn(members, 'events') ? { paging: { entries: 'events', cursor: 'after' } } : {};
}

/** The route of each operation, by contract and name. */
export const routes: Readonly<Record<string, Readonly<Record<string, ClientRoute>>>> = Object.fromEntries(
  Object.values(contracts).map(({ name, operations }) => [
    name,
    Object.fromEntries(
      Object.entries<Operation>(operations).flatMap(([key, operation]) =>
        operation.route ? [[key, routeOf(operation, operation.route)]] : [],
      ),
    ),
  ]),
);
