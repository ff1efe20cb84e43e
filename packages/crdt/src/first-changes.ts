import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

/** The first changes of one writer, without deletions. */
export interface FirstChanges {
  readonly update: Uint8Array;
  /** The clock of the writer after them. */
  readonly clock: number;
}

/** Returns the first changes of a writer in an update: as many as have at most some bytes, and at least one. */
export function firstChanges(update: Uint8Array, client: number, mostBytes: number): FirstChanges {
  const changes = Y.decodeUpdate(update).structs.filter(({ id }) => id.client === client);
  const parts: Uint8Array[] = [];
  let [bytes, clock] = [0, changes[0]!.id.clock];
  for (const change of changes) {
    const part = encodeChange(change);
    if (parts.length > 0 && bytes + part.length > mostBytes) break;
    parts.push(part);
    bytes += part.length;
    clock = change.id.clock + change.length;
  }
  // The form of an update: one writer, with the number of its changes, its id and the first clock; then no deletions.
  const whole = encoding.createEncoder();
  for (const number of [1, parts.length, client, changes[0]!.id.clock]) encoding.writeVarUint(whole, number);
  for (const part of parts) encoding.writeUint8Array(whole, part);
  encoding.writeVarUint(whole, 0);
  return { update: encoding.toUint8Array(whole), clock };
}

function encodeChange(change: { write(encoder: Y.UpdateEncoderV1, offset: number): void }): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  change.write(encoder, 0);
  return encoding.toUint8Array(encoder.restEncoder);
}
