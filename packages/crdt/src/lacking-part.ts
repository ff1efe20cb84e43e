import * as Y from 'yjs';
import type { CrdtKind } from './crdt-kind.ts';
import { firstChanges } from './first-changes.ts';

/** The part of a document that a client lacks. */
export interface LackingPart {
  readonly update: Uint8Array;
  /** The state vector of a client with this part; null if it then lacks nothing. */
  readonly rest: Uint8Array | null;
}

/**
 * Returns what a client with a state vector lacks, in a part that a message can carry: the changes of as many writers as fit, with all
 * deletions. If the changes of one writer do not fit, they come in parts of their own, without deletions. Throws `invalid` for a broken state
 * vector, and `too_large` if the deletions alone do not fit.
 */
export function lackingPart({ Refusal, noun }: CrdtKind, doc: Y.Doc, stateVector: Uint8Array, mostBytes: number): LackingPart {
  const known = decodeStateVector(Refusal, stateVector);
  const whole = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(known));
  if (whole.length <= mostBytes) return { update: whole, rest: null };
  const present = Y.decodeStateVector(Y.encodeStateVector(doc));
  let writers = [...present.keys()].filter((client) => present.get(client)! > (known.get(client) ?? 0));
  const withoutOthers = (taken: readonly number[]) =>
    Y.encodeStateAsUpdate(
      doc,
      Y.encodeStateVector(new Map([...present, ...taken.map((client) => [client, known.get(client) ?? 0] as const)])),
    );
  let update = whole;
  while (writers.length > 1 && update.length > mostBytes) {
    writers = writers.slice(0, Math.ceil(writers.length / 2));
    update = withoutOthers(writers);
  }
  if (writers.length === 0) throw new Refusal('too_large', `What was deleted is too much to be sent; read the ${noun} in another format.`);
  if (writers.length === 1 && update.length > mostBytes) {
    const [writer] = writers as [number];
    const { update: first, clock } = firstChanges(update, writer, mostBytes);
    return { update: first, rest: Y.encodeStateVector(new Map([...known, [writer, clock]])) };
  }
  return { update, rest: Y.encodeStateVector(new Map([...known, ...writers.map((client) => [client, present.get(client)!] as const)])) };
}

function decodeStateVector(Refusal: CrdtKind['Refusal'], stateVector: Uint8Array): Map<number, number> {
  try {
    return Y.decodeStateVector(stateVector);
  } catch {
    throw new Refusal('invalid', 'The state vector cannot be decoded.');
  }
}
