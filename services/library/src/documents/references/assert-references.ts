import type { CallContext } from '@space/bus';
import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { MAX_ID_LENGTH, Problem, type UnresolvedReference, unresolvedReferences } from '@space/contracts/core';
import { MAX_DOCUMENT_REFERENCES } from '@space/contracts/documents';
import type { StoredReference } from '../storage/stored-text.ts';
import { type ReferencePorts, referenceKinds } from './reference-kinds.ts';

/** A text of a call with its field, in which a reference is looked for. */
export interface GivenText {
  readonly path: string;
  readonly text: string;
}

/** The kind and the id of the thing that must exist for a reference; undefined for a list without one. */
function thingOf({ thing_kind, thing_id, address }: StoredReference): { readonly kind: string; readonly id: string } | undefined {
  if (thing_kind !== 'tasks') return { kind: thing_kind, id: thing_id ?? '' };
  const project = /[?&]project=([^&#]*)/.exec(address)?.[1];
  return project === undefined ? undefined : { kind: 'project', id: project };
}

/**
 * Throws `unresolved_reference` for things that a document did not name before and that do not exist, with the field and the line of each, and
 * `limit_reached` for a document that names too many. It asks other services, so it must not run in a transaction.
 */
export async function assertReferences(
  ports: ReferencePorts,
  context: CallContext,
  known: readonly StoredReference[],
  now: readonly StoredReference[],
  given: readonly GivenText[],
): Promise<void> {
  assertCount(now);
  const addresses = new Set(known.map(({ address }) => address));
  const added = now.filter(({ address }) => !addresses.has(address));
  const things = added.flatMap((reference) => {
    const thing = thingOf(reference);
    return thing ? [{ reference, ...thing }] : [];
  });
  const byKind = [...Map.groupBy(things, ({ kind }) => kind)];
  const found = await Promise.all(
    byKind.map(async ([kind, of]) => {
      const ids = [...new Set(of.map(({ id }) => id))].filter((id) => id !== '' && id.length <= MAX_ID_LENGTH);
      const known_kind = Object.hasOwn(referenceKinds, kind) ? referenceKinds[kind] : undefined;
      return known_kind && ids.length > 0 ? [...(await known_kind.find(ports, context, ids))].map((id) => `${kind} ${id}`) : [];
    }),
  );
  const existing = new Set(found.flat());
  const missing = things.filter(({ kind, id }) => !existing.has(`${kind} ${id}`));
  if (missing.length > 0) throw unresolvedReferences(missing.map(({ reference, kind, id }) => unresolved(reference, kind, id, given)));
}

function assertCount(refs: readonly StoredReference[]): void {
  const count = (some: readonly StoredReference[]) => new Set(some.map(({ address }) => address)).size;
  if (count(refs) > MAX_DOCUMENT_REFERENCES)
    throw new Problem('limit_reached', `A document names at most ${MAX_DOCUMENT_REFERENCES} different things; divide it.`);
  if (count(refs.filter(({ thing_kind }) => thing_kind === 'asset')) > MAX_SHOWN_ASSETS)
    throw new Problem('limit_reached', `A document shows at most ${MAX_SHOWN_ASSETS} different assets; divide it.`);
}

function unresolved({ address, block_id }: StoredReference, kind: string, id: string, given: readonly GivenText[]): UnresolvedReference {
  const place = placeOf(address, given);
  const block = block_id === null ? '' : `, block ${block_id}`;
  const noun = Object.hasOwn(referenceKinds, kind) ? referenceKinds[kind]!.noun : `thing of the kind "${kind.slice(0, 40)}"`;
  return {
    path: place?.path ?? 'blocks',
    noun,
    id,
    way_out: `${place ? `line ${place.line}` : `the address ${address.slice(0, 100)}`}${block}; name one that exists or take the link away`,
  };
}

/** Returns the field and the line in which an address stands. */
function placeOf(address: string, given: readonly GivenText[]): { readonly path: string; readonly line: number } | undefined {
  for (const { path, text } of given) {
    const at = text.indexOf(address);
    if (at >= 0) return { path, line: text.slice(0, at).split('\n').length };
  }
  return undefined;
}
