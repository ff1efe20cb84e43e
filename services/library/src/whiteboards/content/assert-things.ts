import type { CallContext } from '@space/bus';
import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { Problem, unresolvedReferences } from '@space/contracts/core';
import type { ElementChange, NewElement } from '@space/contracts/whiteboard-elements';
import { MAX_WHITEBOARD_REFERENCES } from '@space/contracts/whiteboards';
import { findMissing, nounOf } from '../../references/find-missing.ts';
import type { ReferencePorts } from '../../references/reference-kinds.ts';
import { existingThingOf } from '../../references/thing-address.ts';
import { type BoardReference, thingsNamedBy } from '../storage/board-references.ts';

/** A thing that a call names, with its field. */
export interface GivenThing {
  readonly path: string;
  readonly address: string;
}

/** Returns the things that the elements or changes of a call name. */
export const thingsOf = (elements: readonly (NewElement | ElementChange)[], list = 'elements'): GivenThing[] =>
  elements.flatMap((element, index) =>
    thingsNamedBy(element).map(({ field, address }) => ({ path: `${list}.${index}.${field}`, address })),
  );

/**
 * Throws `unresolved_reference` for things that a call names, that the whiteboard did not name before and that do not exist. It asks other
 * services, so it must not run in a transaction.
 */
export async function assertThings(
  ports: ReferencePorts,
  context: CallContext,
  given: readonly GivenThing[],
  known: readonly BoardReference[] = [],
): Promise<void> {
  const addresses = new Set(known.map(({ address }) => address));
  const things = given
    .filter(({ address }) => !addresses.has(address))
    .flatMap(({ path, address }) => {
      const thing = existingThingOf(address);
      return thing ? [{ path, ...thing }] : [];
    });
  const missing = await findMissing(ports, context, things);
  if (missing.length > 0)
    throw unresolvedReferences(
      missing.map(({ path, kind, id }) => ({ path, noun: nounOf(kind), id })),
      'name one that exists or leave the element out',
    );
}

/** Throws `limit_reached` for a change after which a whiteboard names too many things, and more than before. */
export function assertReferenceCount(before: readonly BoardReference[], after: readonly BoardReference[]): void {
  const count = (some: readonly BoardReference[]) => new Set(some.map(({ address }) => address)).size;
  const assets = (some: readonly BoardReference[]) => count(some.filter(({ thing_kind }) => thing_kind === 'asset'));
  if (count(after) > Math.max(MAX_WHITEBOARD_REFERENCES, count(before)))
    throw new Problem('limit_reached', `A whiteboard names at most ${MAX_WHITEBOARD_REFERENCES} different things; divide it.`);
  if (assets(after) > Math.max(MAX_SHOWN_ASSETS, assets(before)))
    throw new Problem('limit_reached', `A whiteboard shows at most ${MAX_SHOWN_ASSETS} different assets; divide it.`);
}
