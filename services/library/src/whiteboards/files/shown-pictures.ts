import type { BoardImage } from '@space/board/picture';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_EXPORTED_ASSET_BYTES } from '@space/contracts/whiteboards';
import type { Ports } from '@space/runtime';
import { readObject } from '../../objects/read-object.ts';
import { findAssetRows } from '../../rows/asset-rows.queries.ts';

/** The kinds of pictures that are drawn. */
const DRAWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif']);

/** Returns the pictures that elements show, by asset, as many as an exported file has. Others are drawn as fields with their texts. */
export async function shownPictures(
  ports: Pick<Ports, 'database' | 'objects'>,
  space: string,
  elements: readonly BoardElement[],
): Promise<ReadonlyMap<string, BoardImage>> {
  const ids = elements.flatMap((element) => (element.type === 'image' ? element.asset_id : []));
  const assets = [...(await findAssetRows(ports.database, space, [...new Set(ids)])).values()];
  const pictures = new Map<string, BoardImage>();
  let bytes = 0;
  for (const { id, content_type, size, sha256, width, height, trashed_at } of assets) {
    const isDrawn = trashed_at === null && DRAWN.has(content_type) && width !== null && height !== null;
    if (!isDrawn || bytes + size > MAX_EXPORTED_ASSET_BYTES) continue;
    bytes += size;
    const content = await readObject(ports, space, sha256);
    pictures.set(id, { data_uri: `data:${content_type};base64,${content.toString('base64')}`, width, height });
  }
  return pictures;
}
