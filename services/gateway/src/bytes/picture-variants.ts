import { extname } from 'node:path';
import { type CallContext, request } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import { MAX_CACHED } from '@space/contracts/platform';
import {
  type AcceptedFormat,
  AskedVariant,
  askedVariant,
  assetVariants,
  planVariant,
  type StoredContent,
  type StoredVariant,
} from '@space/contracts/uploads';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import type { Headers } from '../http/headers.ts';

/** A variant of a picture in the form of a file, and the headers that its answer has besides. */
interface VariantContent {
  readonly content: StoredContent;
  readonly headers: Headers;
}

/** Returns the variant of a picture that a reader with an Accept header asked for; the file itself for `null`. Throws a Problem for other files. */
export type OpenVariant = (
  call: CallContext,
  content: StoredContent,
  asked: AskedVariant | null,
  accept: string | undefined,
) => Promise<VariantContent>;

/** Creates the reader of variants. It remembers where variants are for a minute; media makes those that are not there. */
export function createVariants({ bus }: Pick<Ports, 'bus'>): OpenVariant {
  const places = new LRUCache<string, Promise<StoredVariant>>({ max: MAX_CACHED.variants, ttl: MINUTE_MS });

  return async function openVariant(call, content, asked, accept) {
    if (asked === null) return { content, headers: [] };
    const { width, height, focal_point } = decodedPicture(content);
    const accepts = formatsFor(asked, accept);
    const { name } = planVariant({ width, height, focal_point }, asked);
    const key = `${content.object_key} ${name} ${asked.f ?? 'auto'} ${accepts.join(' ')}`;
    const { etag: sha256, content_type, size, space_id } = content;
    const input = { sha256, content_type, size, width, height, focal_point, asked, accepts };
    const place =
      places.get(key) ?? request(bus, { ...call, caller: { ...call.caller, space_id } }, assetVariants, 'open', input).catch(forget(key));
    places.set(key, place);
    const { format, ...variant } = await place;
    const file = `${content.name.slice(0, content.name.length - extname(content.name).length)}.${format}`;
    return { content: { ...content, ...variant, name: file }, headers: isAuto(asked) ? ['Vary', 'Accept'] : [] };
  };

  function forget(key: string) {
    return (error: unknown): never => {
      places.delete(key);
      throw error;
    };
  }
}

/** Returns the size of a picture that was decoded. Throws `invalid` for another file, and `conflict` for one that is not or cannot be decoded. */
function decodedPicture({ picture: { status, width, height, focal_point } }: StoredContent) {
  if (status === 'unsupported')
    throw invalidFields([{ path: 'w', code: 'unsupported', message: 'needs a picture; leave w, ratio and f out for the file' }]);
  if (status === 'failed') throw new Problem('conflict', 'The picture cannot be decoded; leave w, ratio and f out for the file.');
  if (width === null || height === null)
    throw new Problem('conflict', 'The picture is still being read; asset_processed says when it is. Try again in a moment.', {
      retry_after_s: 1,
    });
  return { width, height, focal_point };
}

const isAuto = ({ f }: AskedVariant): boolean => f === undefined || f === 'auto';

/** Returns the formats between which the Accept header of a reader decides; none where the address names the format. */
export const formatsFor = (asked: AskedVariant, accept: string | undefined): AcceptedFormat[] =>
  isAuto(asked) ? acceptedFormats(accept) : [];

/** Returns the formats that an Accept header names, apart from those that all readers know. Anything may be WebP, and AVIF must be named. */
function acceptedFormats(accept = '*/*'): AcceptedFormat[] {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((one) => /^q=0(\.0*)?$/.test(one)))
    .map(([type]) => type);
  return [
    ...(ranges.includes('image/avif') ? ['avif' as const] : []),
    ...(ranges.some((type) => type === 'image/webp' || type === 'image/*' || type === '*/*') ? ['webp' as const] : []),
  ];
}

/** Returns the variant that the query of an address asks for; null for the file. Other parameters mean nothing. Throws `invalid`. */
export function readVariantQuery(url: string | undefined): AskedVariant | null {
  const at = url?.indexOf('?') ?? -1;
  if (at < 0) return null;
  const query = new URLSearchParams(url!.slice(at + 1));
  const given = Object.fromEntries(['w', 'ratio', 'f'].flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])));
  const read = AskedVariant.safeParse(given.w === undefined ? given : { ...given, w: /^\d+$/.test(given.w) ? Number(given.w) : given.w });
  if (read.success) return askedVariant(read.data);
  throw invalidFields(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), code: 'invalid', message })));
}
