import { MAX_PICTURE_PIXELS } from '@space/contracts/assets';
import { readKind, readPictureSize } from '@space/file-kinds';
import type { AssetFile } from '../rows/asset-row.ts';
import { assetKind } from './asset-kind.ts';

/** Bytes of the beginning of a file by which its kind is found. */
export const SAMPLE = 65_536;

const UNKNOWN = 'application/octet-stream';

/** Returns the kind of a file by its name and its first bytes; null if the ending of the name is that of another kind. */
export async function kindOf(name: string, beginning: Buffer): Promise<Pick<AssetFile, 'kind' | 'content_type'> | null> {
  const found = await readKind(name, beginning);
  if (found === 'mismatch') return null;
  const content_type = found === 'unknown' ? UNKNOWN : found.content_type;
  return { content_type, kind: assetKind(content_type) };
}

/** Returns true if the first bytes of a picture declare more pixels than a picture may have. Pictures without such a size are read later. */
export function hasTooManyPixels(content_type: string, beginning: Buffer): boolean {
  const size = readPictureSize(content_type, beginning);
  return size !== undefined && size.width * size.height > MAX_PICTURE_PIXELS;
}
