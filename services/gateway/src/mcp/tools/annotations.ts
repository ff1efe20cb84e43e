import type { Operation } from '@space/contracts/core';
import { isReadOnly } from '../../operation/read-only.ts';

/** Hints on the effects of a tool, by which a host decides if it asks a person first. The default of each is the worst case. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Returns the hints of an operation. A PATCH overwrites values; an operation with a `run` scope reaches outside the Space. */
export function annotationsOf(operation: Operation): Annotations {
  const readOnlyHint = isReadOnly(operation);
  const method = operation.route?.method ?? (readOnlyHint ? 'GET' : 'POST');
  return {
    readOnlyHint,
    destructiveHint: method === 'DELETE' || method === 'PATCH' || (operation.effects?.includes('destructive') ?? false),
    idempotentHint: method !== 'POST',
    openWorldHint: operation.effects?.includes('outside') || (operation.scope?.endsWith(':run') ?? false),
  };
}

/** Returns the hints of several tools in one: the worst of each. */
export const mergeAnnotations = (all: readonly Annotations[]): Annotations => ({
  readOnlyHint: all.every(({ readOnlyHint }) => readOnlyHint),
  destructiveHint: all.some(({ destructiveHint }) => destructiveHint),
  idempotentHint: all.every(({ idempotentHint }) => idempotentHint),
  openWorldHint: all.some(({ openWorldHint }) => openWorldHint),
});
