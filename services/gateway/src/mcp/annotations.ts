import type { Operation } from '@space/contracts/core';

/** What a host may do without asking a person; all four are always said, since their defaults are the worst case. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The hints of a tool. A PATCH overwrites what was there; what a run scope guards leaves the Space. */
export function annotationsOf(operation: Operation): Annotations {
  const method = operation.route?.method ?? (operation.scope?.endsWith(':read') ? 'GET' : 'POST');
  const reads = method === 'GET';
  return {
    readOnlyHint: reads,
    destructiveHint: method === 'DELETE' || method === 'PATCH' || (operation.effects?.includes('destructive') ?? false),
    idempotentHint: method !== 'POST',
    openWorldHint: operation.effects?.includes('outside') || (operation.scope?.endsWith(':run') ?? false),
  };
}

/** The hints of several tools in one: what the worst of them may do. */
export const worstOf = (all: readonly Annotations[]): Annotations => ({
  readOnlyHint: all.every(({ readOnlyHint }) => readOnlyHint),
  destructiveHint: all.some(({ destructiveHint }) => destructiveHint),
  idempotentHint: all.every(({ idempotentHint }) => idempotentHint),
  openWorldHint: all.some(({ openWorldHint }) => openWorldHint),
});
