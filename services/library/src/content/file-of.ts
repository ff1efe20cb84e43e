import { readKind } from '@space/file-kinds';
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
