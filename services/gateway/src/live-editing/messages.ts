import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/*
 * The messages of y-websocket (protocol 1 of y-protocols), and one of our own: `stored` has the state vector that is in Postgres, and the number
 * of updates of this connection that are. An update that only deletes does not change a state vector, so the number says when it is stored.
 */

const MESSAGE = { sync: 0, awareness: 1, query_awareness: 3, stored: 4 } as const;
const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** A message of an editor. An answer to step 1 of this side is an update with all that Postgres lacked. */
export type EditorMessage =
  | { readonly type: 'step1'; readonly state_vector: Uint8Array }
  | { readonly type: 'update'; readonly update: Uint8Array; readonly isAnswer: boolean }
  | { readonly type: 'awareness'; readonly update: Uint8Array }
  | { readonly type: 'query_awareness' };

/** Returns the message in some bytes; undefined for one of another type. Throws for one that is cut off. */
export function readMessage(bytes: Uint8Array): EditorMessage | undefined {
  const decoder = decoding.createDecoder(bytes);
  switch (decoding.readVarUint(decoder)) {
    case MESSAGE.sync: {
      const step = decoding.readVarUint(decoder);
      const content = decoding.readVarUint8Array(decoder);
      if (step === SYNC.step1) return { type: 'step1', state_vector: content };
      return step === SYNC.step2 || step === SYNC.update ? { type: 'update', update: content, isAnswer: step === SYNC.step2 } : undefined;
    }
    case MESSAGE.awareness:
      return { type: 'awareness', update: decoding.readVarUint8Array(decoder) };
    case MESSAGE.query_awareness:
      return { type: 'query_awareness' };
    default:
      return undefined;
  }
}

/** Returns true for an update without changes, such as the step 2 of an editor that has nothing new. */
export const isEmptyUpdate = (update: Uint8Array): boolean => update.length === 2 && update[0] === 0 && update[1] === 0;

/** Returns a message with an update, or with a state vector in step 1. */
export function syncMessage(step: keyof typeof SYNC, content: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, MESSAGE.sync);
  encoding.writeVarUint(encoder, SYNC[step]);
  encoding.writeVarUint8Array(encoder, content);
  return encoding.toUint8Array(encoder);
}

/** Returns a message with the cursors of editors. */
export function awarenessMessage(update: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, MESSAGE.awareness);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder);
}

/** Returns the confirmation of what is stored. */
export function storedMessage(stateVector: Uint8Array, updates: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, MESSAGE.stored);
  encoding.writeVarUint8Array(encoder, stateVector);
  encoding.writeVarUint(encoder, updates);
  return encoding.toUint8Array(encoder);
}

/** The cursor and the name of an editor: JSON, or null for one that left. */
export interface AwarenessEntry {
  readonly client: number;
  readonly clock: number;
  readonly state: string | null;
}

/** Returns the entries of an awareness update. Throws for one that is cut off. */
export function readAwareness(update: Uint8Array): AwarenessEntry[] {
  const decoder = decoding.createDecoder(update);
  const entries: AwarenessEntry[] = [];
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    const client = decoding.readVarUint(decoder);
    const clock = decoding.readVarUint(decoder);
    const state = decoding.readVarString(decoder);
    entries.push({ client, clock, state: state === 'null' ? null : state });
  }
  return entries;
}

/** Returns an awareness update with some entries. */
export function writeAwareness(entries: readonly AwarenessEntry[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const { client, clock, state } of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, state ?? 'null');
  }
  return encoding.toUint8Array(encoder);
}
