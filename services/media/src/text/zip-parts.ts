import { type Entry, fromBufferPromise } from 'yauzl';
import { Unreadable } from '../file/unreadable.ts';

/** Entries of an archive that are looked at. */
const MAX_ENTRIES = 10_000;
/** Bytes that all parts of one archive may have when they are unpacked. */
const MAX_UNPACKED_BYTES = 128 * 1_048_576;

/** The parts of an office file, which is a ZIP. */
export interface ZipParts {
  readonly names: readonly string[];
  /** Yields the bytes of a part; nothing for one that is absent. Throws Unreadable after the bytes that all parts may have. */
  read(name: string): AsyncGenerator<Buffer, void>;
}

/** Opens an archive whose read parts may have some bytes together. Throws Unreadable for one that is broken or has too many entries. */
export async function openZip(bytes: Buffer, max_unpacked = MAX_UNPACKED_BYTES): Promise<ZipParts> {
  const entries = new Map<string, Entry>();
  const zip = await fromBufferPromise(bytes).catch(throwBroken);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size === MAX_ENTRIES) throw new Unreadable('too_large');
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throwBroken(error);
  }
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw new Unreadable('encrypted');
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          unpacked += (chunk as Buffer).length;
          if (unpacked > max_unpacked) throw new Unreadable('too_large');
          yield chunk as Buffer;
        }
      } catch (error) {
        throwBroken(error);
      }
    },
  };
}

function throwBroken(error: unknown): never {
  if (error instanceof Unreadable) throw error;
  throw new Unreadable('unreadable', { cause: error });
}
