import * as Y from 'yjs';
import type { CrdtKind } from './crdt-kind.ts';
import { type LackingPart, lackingPart } from './lacking-part.ts';
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

/** The document after the work; null if the thread does not have the held state. */
export type FollowResult = {
  readonly outcomes: readonly FollowOutcome[];
  readonly state_vector: Uint8Array;
  readonly lacking: LackingPart | null;
} | null;

/** The limits of the documents that a thread follows. */
export interface FollowLimits {
  /** Documents in memory. */
  readonly count: number;
  /** Bytes of their states in all. */
  readonly bytes: number;
  /** Bytes of the part of a document that a client gets in one message. */
  readonly part_bytes: number;
}

interface Followed {
  readonly name: string;
  readonly validator: UpdateValidator;
}

/** Creates the documents of one kind that one thread follows, those that were used last. */
export function createFollowedDocuments(kind: CrdtKind, most: FollowLimits) {
  const followed = new Map<string, Followed>();

  function forgetOldest(): void {
    let bytes = [...followed.values()].reduce((sum, { validator }) => sum + validator.bytes, 0);
    for (const [document, { validator }] of followed) {
      if (followed.size === 1 || (followed.size <= most.count && bytes <= most.bytes)) return;
      bytes -= validator.bytes;
      followed.delete(document);
    }
  }

  function outcomeOf(validator: UpdateValidator, update: Uint8Array): FollowOutcome {
    try {
      return { is_changed: validator.accept(update) };
    } catch (error) {
      if (!(error instanceof kind.Refusal)) throw error;
      return { refusal: error.message };
    }
  }

  return function follow({ document, held, becomes, state, stored, updates, state_vector }: FollowRequest): FollowResult {
    const known = followed.get(document);
    followed.delete(document);
    if (state === null && (known === undefined || known.name !== held)) return null;
    const validator = state === null ? known!.validator : new UpdateValidator(kind, state);
    for (const update of stored) validator.follow(update);
    const outcomes = updates.map((update) => outcomeOf(validator, update));
    const lacking = state_vector && lackingPart(kind, validator.document, state_vector, most.part_bytes);
    followed.set(document, { name: becomes, validator });
    forgetOldest();
    return { outcomes, state_vector: Y.encodeStateVector(validator.document), lacking };
  };
}
