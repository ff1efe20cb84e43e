import type { CallContext } from '@space/bus';
import { MAX_ID_LENGTH } from '@space/contracts/core';
import { type ReferencePorts, referenceKinds } from './reference-kinds.ts';

/** A thing that a content names. */
export interface NamedThing {
  readonly kind: string;
  readonly id: string;
}

/** Returns those of some things that do not exist. It asks other services, so it must not run in a transaction. */
export async function findMissing<Thing extends NamedThing>(
  ports: ReferencePorts,
  context: CallContext,
  things: readonly Thing[],
): Promise<Thing[]> {
  const byKind = [...Map.groupBy(things, ({ kind }) => kind)];
  const found = await Promise.all(
    byKind.map(async ([kind, of]) => {
      const ids = [...new Set(of.map(({ id }) => id))].filter((id) => id !== '' && id.length <= MAX_ID_LENGTH);
      const known = Object.hasOwn(referenceKinds, kind) ? referenceKinds[kind] : undefined;
      return known && ids.length > 0 ? [...(await known.find(ports, context, ids))].map((id) => `${kind} ${id}`) : [];
    }),
  );
  const existing = new Set(found.flat());
  return things.filter(({ kind, id }) => !existing.has(`${kind} ${id}`));
}

/** Returns the noun of a kind of things. */
export const nounOf = (kind: string): string =>
  Object.hasOwn(referenceKinds, kind) ? referenceKinds[kind]!.noun : `thing of the kind "${kind.slice(0, 40)}"`;
