import { MAX_LIVE_DOCUMENTS, MAX_LIVE_PART_BYTES } from '@space/contracts/live-limits';
import * as Y from 'yjs';
import { RichTextError } from '../schema/rich-text-error.ts';
import { UpdateValidator } from './update-validator.ts';

/*
 * Documents that a thread has in memory while people write in them, so that an update costs its own work and not that of the whole document.
 * The owner of the thread names each state. It takes a name that the thread does not have for a state that is gone, and sends the whole again.
 */

/** The work on a document that is followed. */
export interface FollowRequest {
  readonly document: string;
  /** The name of the state that the thread may have; null for none. */
  readonly held: string | null;
  /** The name of the state after this work. */
  readonly becomes: string;
  /** The stored state; null to go on from the held one. */
  readonly state: Uint8Array | null;
  /** Stored updates after that state. They are not checked. */
  readonly stored: readonly Uint8Array[];
  /** Updates of clients, which are checked. */
  readonly updates: readonly Uint8Array[];
  /** The state vector of a client that asks for what it lacks; null if no one asks. */
  readonly state_vector: Uint8Array | null;
}

/** The outcome of one update: the reason of a refusal, or whether it changed the document. */
export type FollowOutcome = { readonly is_changed: boolean } | { readonly refusal: string };

/** The part of a document that a client lacks. */
export interface LackingPart {
  readonly update: Uint8Array;
  /** The state vector of a client with this part; null if it then lacks nothing. */
  readonly rest: Uint8Array | null;
}

/** The document after the work; null if the thread does not have the held state. */
export type FollowResult = {
  readonly outcomes: readonly FollowOutcome[];
  readonly state_vector: Uint8Array;
  readonly lacking: LackingPart | null;
} | null;

interface Followed {
  readonly name: string;
  readonly validator: UpdateValidator;
}

/** Creates the documents that one thread follows, those that were used last. */
export function createFollowedDocuments(most: { readonly count: number; readonly bytes: number } = MAX_LIVE_DOCUMENTS) {
  const followed = new Map<string, Followed>();

  function forgetOldest(): void {
    let bytes = [...followed.values()].reduce((sum, { validator }) => sum + validator.bytes, 0);
    for (const [document, { validator }] of followed) {
      if (followed.size === 1 || (followed.size <= most.count && bytes <= most.bytes)) return;
      bytes -= validator.bytes;
      followed.delete(document);
    }
  }

  return function follow({ document, held, becomes, state, stored, updates, state_vector }: FollowRequest): FollowResult {
    const known = followed.get(document);
    followed.delete(document);
    if (state === null && (known === undefined || known.name !== held)) return null;
    const validator = state === null ? known!.validator : new UpdateValidator(state);
    for (const update of stored) validator.follow(update);
    const outcomes = updates.map((update) => outcomeOf(validator, update));
    const lacking = state_vector && lackingPart(validator.document, state_vector);
    followed.set(document, { name: becomes, validator });
    forgetOldest();
    return { outcomes, state_vector: Y.encodeStateVector(validator.document), lacking };
  };
}

function outcomeOf(validator: UpdateValidator, update: Uint8Array): FollowOutcome {
  try {
    return { is_changed: validator.accept(update) };
  } catch (error) {
    if (!(error instanceof RichTextError)) throw error;
    return { refusal: error.message };
  }
}

/**
 * Returns what a client with a state vector lacks, in a part that a message can carry: the changes of as many writers as fit, with all
 * deletions. Throws `invalid` for a broken state vector, and `too_large` if the changes of one writer do not fit.
 */
export function lackingPart(doc: Y.Doc, stateVector: Uint8Array, mostBytes: number = MAX_LIVE_PART_BYTES): LackingPart {
  const known = decodeStateVector(stateVector);
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
  if (update.length > 1.25 * mostBytes) {
    throw new RichTextError('too_large', 'The changes of one writer are too large to be sent; read the document in another format.');
  }
  return { update, rest: Y.encodeStateVector(new Map([...known, ...writers.map((client) => [client, present.get(client)!] as const)])) };
}

function decodeStateVector(stateVector: Uint8Array): Map<number, number> {
  try {
    return Y.decodeStateVector(stateVector);
  } catch {
    throw new RichTextError('invalid', 'The state vector cannot be decoded.');
  }
}
