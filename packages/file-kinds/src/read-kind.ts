import type { FileTypeResult } from 'file-type';
import { extensionOf } from './file-name.ts';
import { safeKinds } from './safe-kinds.ts';
import { isSameExtension } from './same-extension.ts';
import { textKinds } from './text-kinds.ts';

/** A kind of file. */
export interface FileKind {
  /** In lower case, without a dot. */
  readonly extension: string;
  /** The media type without parameters. */
  readonly content_type: string;
}

/** Bytes of the beginning of a file that the library reads. Larger parts of archives would cost time and tell nothing more. */
const SAMPLE_SIZE = 65_536;

/** Formats in which other formats are stored. An unknown extension may name one of those. */
const containers = ['zip', 'xml', 'cfb', 'gz'];

/**
 * Returns the kind of a file by its name and its first bytes, at least 64 KiB if it has them. The extension must match the bytes. `mismatch`
 * means that it names another kind than the bytes, and `unknown` that neither of them is known.
 */
export async function readKind(name: string, bytes: Buffer): Promise<FileKind | 'mismatch' | 'unknown'> {
  const extension = extensionOf(name);
  const own = safeKinds.get(extension) ?? textKinds.get(extension);
  if (own?.matches(bytes)) return { extension, content_type: own.content_type };
  const { supportedExtensions } = await import('file-type');
  const found = await detect(bytes);
  if (found && isSameExtension(found.ext, extension))
    return { extension, content_type: own?.content_type ?? found.mime.replace(/\s*;.*$/s, '') };
  const isKnownExtension = own !== undefined || [...supportedExtensions].some((each) => isSameExtension(each, extension));
  const isKnownContent = found !== undefined && !containers.includes(found.ext);
  return isKnownExtension || isKnownContent ? 'mismatch' : 'unknown';
}

/** Returns what the library finds in the first bytes; undefined for a broken file. */
async function detect(bytes: Buffer): Promise<FileTypeResult | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return fileTypeFromBuffer(bytes.subarray(0, SAMPLE_SIZE)).catch(() => undefined);
}
