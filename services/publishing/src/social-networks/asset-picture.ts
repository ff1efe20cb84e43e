import { request, scheduledCall } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { assetContent } from '@space/contracts/uploads';
import { objectsOf, type Ports } from '@space/runtime';
import { NetworkError, type Picture } from './network.ts';
import { pictureOf } from './picture.ts';

/** The picture of a post that is an asset, and the caller in whose name it is read. */
interface AssetPicture {
  readonly asset_id: string;
  readonly alt_text: string;
  readonly caller: Parameters<typeof scheduledCall>[2];
}

/**
 * Reads the picture of a private or public asset from the object store. Throws NetworkError `media_unusable` for an asset that does not exist
 * any more, is no picture or is too large, and a transient one when the library or the store does not answer.
 */
export async function readAssetPicture(ports: Ports, { asset_id, alt_text, caller }: AssetPicture, maxBytes: number): Promise<Picture> {
  const subject = `The asset ${asset_id}`;
  try {
    const call = scheduledCall('asset_content.get', assetContent.operations.get, caller, { id: asset_id });
    const { object_key, size } = await request(ports.bus, call, assetContent, 'get', { id: asset_id });
    if (size > maxBytes) throw new NetworkError('media_unusable', `${subject} is larger than ${maxBytes} bytes.`);
    const found = await objectsOf(ports).get(object_key);
    if (!found) throw new NetworkError('media_unusable', `${subject} has no bytes any more.`);
    const parts: Uint8Array[] = [];
    for await (const part of found.body) parts.push(part);
    return pictureOf(Buffer.concat(parts), alt_text, subject);
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    if (error instanceof Problem && error.code === 'not_found')
      throw new NetworkError('media_unusable', `${subject} does not exist any more.`);
    throw new NetworkError('unreachable', `${subject} cannot be read now.`, { isTransient: true });
  }
}
