import type { CallContext } from '@space/bus';
import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { Problem, type UnresolvedReference, unresolvedReferences } from '@space/contracts/core';
import { MAX_DOCUMENT_REFERENCES } from '@space/contracts/documents';
import { findMissing, nounOf } from '../../references/find-missing.ts';
import type { ReferencePorts } from '../../references/reference-kinds.ts';
import { existingThingOf } from '../../references/thing-address.ts';
import type { StoredReference } from '../storage/stored-text.ts';

/** A text of a call with its field, in which a reference is looked for. */
export interface GivenText {
  readonly path: string;
  readonly text: string;
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
    const thing = existingThingOf(reference.address);
    return thing ? [{ reference, ...thing }] : [];
  });
  const missing = await findMissing(ports, context, things);
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
  return {
    path: place?.path ?? 'blocks',
    noun: nounOf(kind),
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
