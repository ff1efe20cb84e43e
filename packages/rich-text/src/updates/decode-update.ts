import * as Y from 'yjs';
import { FRAGMENT_NAME, MAX_UPDATE_BYTES, MAX_UPDATE_CLIENTS, MAX_UPDATE_STRUCTS } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

/** The highest clock of a client: more than any person types. Beyond it Yjs would count wrongly. */
const maxClock = 2 ** 31;

/**
 * Decodes an update of the format 1 without applying it, and validates its parts. `Y.applyUpdate` allocates what an update
 * claims; this does not. Throws `too_large` above 1 MiB, 50,000 structs or 1,000 clients, and `invalid_update` for an update
 * that is broken, skips a part, has content of another kind than rich text or writes outside of the document.
 */
export function validateEncoding(update: Uint8Array): void {
  if (update.length > MAX_UPDATE_BYTES)
    throw new RichTextError('too_large', `An update has at most ${MAX_UPDATE_BYTES} bytes; send it in parts.`);
  const { structs, ds } = decode(update);
  if (structs.length > MAX_UPDATE_STRUCTS)
    throw new RichTextError('too_large', `An update has at most ${MAX_UPDATE_STRUCTS} structs; send it in parts.`);
  const clients = new Set(structs.map((struct) => struct.id.client));
  if (clients.size > MAX_UPDATE_CLIENTS)
    throw new RichTextError('too_large', `An update has changes of at most ${MAX_UPDATE_CLIENTS} clients.`);
  for (const struct of structs) validateStruct(struct);
  for (const ranges of ds.clients.values()) {
    if (ranges.some(({ clock, len }) => clock < 0 || len < 0 || clock + len > maxClock)) throw refuse('deletes a part that cannot be');
  }
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw refuse('cannot be decoded');
  }
}

function validateStruct(struct: Y.Item | Y.GC | Y.Skip): void {
  if (struct instanceof Y.Skip) throw refuse('skips a part');
  if (!Number.isSafeInteger(struct.length) || struct.length < 1 || struct.id.clock + struct.length > maxClock)
    throw refuse('has a clock that is too high');
  if (!(struct instanceof Y.Item)) return;
  const parent = struct.parent as unknown;
  if (typeof parent === 'string' && (parent !== FRAGMENT_NAME || struct.parentSub !== null)) throw refuse('writes outside of the document');
  validateContent(struct.content);
}

function validateContent(content: Y.Item['content']): void {
  if (content instanceof Y.ContentString || content instanceof Y.ContentDeleted) return;
  if (content instanceof Y.ContentFormat || content instanceof Y.ContentAny) return;
  const type: unknown = content instanceof Y.ContentType ? content.type : undefined;
  if (!(type instanceof Y.XmlElement || type instanceof Y.XmlText)) throw refuse('has content that is no rich text');
}

function refuse(reason: string): RichTextError {
  return new RichTextError('invalid_update', `The update ${reason}; load the document again.`);
}
