import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/** The first number of a message. 0 to 3 are those of y-websocket; 4 is the confirmation of the service. */
export const MESSAGE = { sync: 0, awareness: 1, auth: 2, query_awareness: 3, stored: 4 } as const;

/** The second number of a message of the type `sync`. */
export const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** A message of the service. */
export type LiveMessage =
  /** Asks for what a state vector lacks. */
  | { readonly type: 'step1'; readonly vector: Uint8Array }
  /** Answers a step 1: all that its state vector lacks, with all deletions. */
  | { readonly type: 'step2'; readonly update: Uint8Array }
  | { readonly type: 'update'; readonly update: Uint8Array }
  | { readonly type: 'awareness'; readonly update: Uint8Array }
  | { readonly type: 'query_awareness' }
  /** Says how many updates of this connection are stored. */
  | { readonly type: 'stored'; readonly updates: number }
  /** Says why something is refused. */
  | { readonly type: 'denied'; readonly reason: string };

/** Returns a message, or undefined for one of a type that this editor does not know. Throws for one that is cut off. */
export function readMessage(bytes: Uint8Array): LiveMessage | undefined {
  const decoder = decoding.createDecoder(bytes);
  switch (decoding.readVarUint(decoder)) {
    case MESSAGE.sync: {
      const step = decoding.readVarUint(decoder);
      const content = decoding.readVarUint8Array(decoder);
      if (step === SYNC.step1) return { type: 'step1', vector: content };
      if (step === SYNC.step2) return { type: 'step2', update: content };
      return step === SYNC.update ? { type: 'update', update: content } : undefined;
    }
    case MESSAGE.awareness:
      return { type: 'awareness', update: decoding.readVarUint8Array(decoder) };
    case MESSAGE.auth:
      return decoding.readVarUint(decoder) === 0 ? { type: 'denied', reason: decoding.readVarString(decoder) } : undefined;
    case MESSAGE.query_awareness:
      return { type: 'query_awareness' };
    case MESSAGE.stored:
      decoding.readVarUint8Array(decoder);
      return { type: 'stored', updates: decoding.readVarUint(decoder) };
    default:
      return undefined;
  }
}

/** Returns true for an update without changes, which the service does not count. */
export const isEmptyUpdate = (update: Uint8Array): boolean => update.length === 2 && update[0] === 0 && update[1] === 0;

/** Returns a message of the type `sync`. */
export function syncMessage(step: keyof typeof SYNC, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, MESSAGE.sync);
  encoding.writeVarUint(encoder, SYNC[step]);
  encoding.writeVarUint8Array(encoder, content);
  return encoding.toUint8Array(encoder);
}

/** Returns a message with the cursors and names of clients. */
export function awarenessMessage(update: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, MESSAGE.awareness);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder);
}
