import type { contracts } from '@space/contracts/catalog';
import type { ArgumentsOf, OutputOf, ProblemBody, WebhookBody } from '@space/contracts/core';
import type { z } from 'zod';

/*
 * The types of the contracts that the client needs. It is the only module that imports other packages, and it imports types
 * only: a program that bundles the client has neither a contract nor zod in it. The build of the npm package (scripts/client)
 * replaces it by a generated module without imports.
 */

/** The contracts with REST routes; operations that agents call over MCP only have no routes, and bytes are no JSON. */
type RoutedContracts = (typeof contracts)[Exclude<keyof typeof contracts, 'eventListening' | 'myTasks' | 'assetContent'>];

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
