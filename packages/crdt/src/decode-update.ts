import * as Y from 'yjs';
import { type CrdtKind, canStandInRoot } from './crdt-kind.ts';

/** The highest clock of a client: more than any person types. Beyond it Yjs would count wrongly. */
const maxClock = 2 ** 31;

/**
 * Decodes an update of the format 1 without applying it, and validates its parts. `Y.applyUpdate` allocates what an update
 * claims; this does not. Throws `too_large` above a limit of the kind, and `invalid_update` for an update that is broken, skips a
 * part, has content that the kind does not have or writes outside of its roots.
 */
export function validateEncoding(kind: CrdtKind, update: Uint8Array): void {
  const { limits, Refusal } = kind;
  if (update.length > limits.update_bytes)
    throw new Refusal('too_large', `An update has at most ${limits.update_bytes} bytes; send it in parts.`);
  const { structs, ds } = decode(kind, update);
  if (structs.length > limits.update_structs)
    throw new Refusal('too_large', `An update has at most ${limits.update_structs} structs; send it in parts.`);
  const clients = new Set(structs.map((struct) => struct.id.client));
  if (clients.size > limits.update_clients)
    throw new Refusal('too_large', `An update has changes of at most ${limits.update_clients} clients.`);
  for (const struct of structs) validateStruct(kind, struct);
  for (const ranges of ds.clients.values()) {
    if (ranges.some(({ clock, len }) => clock < 0 || len < 0 || clock + len > maxClock))
      throw refuse(kind, 'deletes a part that cannot be');
  }
}

function decode(kind: CrdtKind, update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw refuse(kind, 'cannot be decoded');
  }
}

function validateStruct(kind: CrdtKind, struct: Y.Item | Y.GC | Y.Skip): void {
  if (struct instanceof Y.Skip) throw refuse(kind, 'skips a part');
  if (!Number.isSafeInteger(struct.length) || struct.length < 1 || struct.id.clock + struct.length > maxClock)
    throw refuse(kind, 'has a clock that is too high');
  if (!(struct instanceof Y.Item)) return;
  const parent = struct.parent as unknown;
  if (typeof parent === 'string' && !canStandInRoot(kind, parent, struct.parentSub))
    throw refuse(kind, `writes outside of the ${kind.noun}`);
  if (!kind.canHave(struct.content)) throw refuse(kind, `has content that is no ${kind.content_noun}`);
}

function refuse({ Refusal, noun }: CrdtKind, reason: string): Error {
  return new Refusal('invalid_update', `The update ${reason}; load the ${noun} again.`);
}
