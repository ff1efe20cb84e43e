import type { Handlers } from '@space/bus';
import { type AskedVariant, type assetVariants, planVariant, type StoredVariant } from '@space/contracts/uploads';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS } from '@space/time';
import type { Workers } from '../worker/workers.ts';
import { undecodable, variantMaker } from './make-variant.ts';
import { variantKey } from './variant-keys.ts';
import { findVariants, noteRead, type VariantRow } from './variants.queries.ts';

type Format = StoredVariant['format'];

/** Pictures without transparency, whose form for old readers is JPEG. */
const OPAQUE = 'image/jpeg';

/** Creates the handlers of variants of pictures. */
export function variantHandlers(ports: Ports, workers: Workers): Handlers<typeof assetVariants> {
  const { database, clock } = ports;
  const make = variantMaker(ports, workers);

  return {
    async open({ input: { sha256, content_type, size, asked, accepts, ...picture }, caller }) {
      const space_id = caller.space_id;
      const { crop, width, name } = planVariant(picture, asked);
      const refOf = (format: Format) => ({ space_id, sha256, name: `${name}.${format}` });
      const [preferred, ...others] = formatsOf(asked, accepts, content_type);
      const names = [preferred, ...others].map((format) => refOf(format).name);
      const rows = await findVariants(database, refOf(preferred), names, isoTime(clock.now() - DAY_MS));
      const format = others.find((one) => rows.some((row) => row.name === refOf(one).name && row.status === 'stored')) ?? preferred;
      const ref = refOf(format);
      const found = rows.find((row) => row.name === ref.name);
      if (found?.status === 'failed') throw undecodable();
      if (found?.status === 'stored') {
        if (found.is_stale) await noteRead(database, ref, isoTime(clock.now()));
        return answerOf(found, variantKey(ref), format);
      }
      const isCropped = crop.width !== picture.width || crop.height !== picture.height;
      const plan = { crop, isCropped, width, format };
      return answerOf(await make({ ref, content_type: `image/${format}`, file: { content_type, size }, plan }), variantKey(ref), format);
    },
  };
}

/** Returns the format to make, and those that are better if they are there. */
function formatsOf({ f = 'auto' }: AskedVariant, accepts: readonly ('avif' | 'webp')[], content_type: string): [Format, ...Format[]] {
  if (f !== 'auto') return [f];
  const plain = content_type === OPAQUE ? 'jpeg' : 'png';
  return [accepts.includes('webp') ? 'webp' : plain, ...(accepts.includes('avif') ? ['avif' as const] : [])];
}

const answerOf = ({ content_type, size, etag }: VariantRow, object_key: string, format: Format): StoredVariant => ({
  object_key,
  format,
  content_type,
  size: size!,
  etag: etag!,
});
