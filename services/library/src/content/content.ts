import { createHash } from 'node:crypto';
import { MAX_INLINE_ASSET_BYTES, MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '@space/contracts/assets';
import { invalidFields, type Problem } from '@space/contracts/core';
import { newId } from '@space/database';
import { strippedPictures } from '@space/file-kinds';
import { objectsOf, type Ports } from '@space/runtime';
import { asProblem } from '../objects/as-problem.ts';
import { uploadKey } from '../objects/object-keys.ts';
import type { Source } from '../objects/store-object.ts';
import type { AssetFile } from '../rows/asset-row.ts';
import { assertClean } from '../scanner/assert-clean.ts';
import type { Scanner } from '../scanner/scanner.ts';
import type { FileFetcher } from './fetch-file.ts';
import { hasTooManyPixels, kindOf, SAMPLE } from './file-of.ts';
import { withoutMetadata } from './without-metadata.ts';

/** The bytes that a call gives: in base64 or by an address. */
export interface GivenContent {
  readonly content_base64?: string | undefined;
  readonly source_url?: string | undefined;
  readonly strip_metadata?: boolean | undefined;
}

/** A file that a call brings, with its bytes. */
export interface Content {
  readonly file: AssetFile;
  readonly source: Source;
  /** Removes what the call left in the object store. */
  discard(): Promise<void>;
}

/** The tools by which the bytes of calls are received. */
export interface Receiving {
  readonly fetcher: FileFetcher;
  /** Undefined in an installation without a virus scanner. */
  readonly scanner: Scanner | undefined;
}

/** Throws `invalid` unless a call gives its bytes in one way. */
export function assertOneSource({ content_base64, source_url }: GivenContent): void {
  if (content_base64 === undefined && source_url === undefined)
    throw invalidFields([{ path: 'content_base64', code: 'required', message: 'is required, unless source_url is given' }]);
  if (content_base64 !== undefined && source_url !== undefined)
    throw invalidFields([{ path: 'source_url', code: 'conflict', message: 'stands in place of content_base64; send one of them' }]);
}

/**
 * Receives the bytes of a call and finds their kind. Throws `invalid` for bytes of another kind than the name says, for an infected file
 * and for a picture whose metadata cannot be removed, and `unavailable` without an answer of the virus scanner.
 */
export async function receiveContent(ports: Ports, receiving: Receiving, name: string, given: GivenContent): Promise<Content> {
  const received = await receive(ports, receiving, name, given);
  if (given.strip_metadata !== true) return received;
  try {
    const stripped = await withoutMetadata(ports, received);
    if (!stripped) throw metadataStays();
    return { ...stripped, discard: received.discard };
  } catch (error) {
    await received.discard().catch(() => {});
    throw error;
  }
}

const metadataStays = (): Problem =>
  invalidFields([
    {
      path: 'strip_metadata',
      code: 'metadata_not_removable',
      message: `works on whole pictures of the types ${strippedPictures.join(', ')} with at most ${MAX_PICTURE_BYTES / 1_048_576} MiB; send another file, or false`,
    },
  ]);

async function receive(ports: Ports, receiving: Receiving, name: string, given: GivenContent): Promise<Content> {
  if (given.source_url !== undefined) return fetchContent(ports, receiving, name, given.source_url);
  const bytes = Buffer.from(given.content_base64!, 'base64');
  if (bytes.length > MAX_INLINE_ASSET_BYTES)
    throw invalidFields([
      {
        path: 'content_base64',
        code: 'too_big',
        message: `must have at most ${MAX_INLINE_ASSET_BYTES} bytes; POST /asset-uploads takes more`,
      },
    ]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const kind = await acceptedKind(name, bytes.subarray(0, SAMPLE), 'content_base64');
  await assertClean(receiving.scanner, ports, { bytes }, 'content_base64');
  return { file: { name, ...kind, size: bytes.length, sha256 }, source: { bytes }, discard: async () => {} };
}

async function fetchContent(ports: Ports, { fetcher, scanner }: Receiving, name: string, url: string): Promise<Content> {
  const store = objectsOf(ports);
  const key = uploadKey(newId('upl'));
  const discard = () => store.remove([key]);
  try {
    const { size, sha256, beginning } = await asProblem(() => fetcher.fetch(url, store, key));
    const kind = await acceptedKind(name, beginning, 'source_url');
    await assertClean(scanner, ports, { key }, 'source_url');
    return { file: { name, ...kind, size, sha256 }, source: { key }, discard };
  } catch (error) {
    await discard().catch(() => {});
    throw error;
  }
}

/**
 * Returns the kind of new bytes with a name. Throws `invalid` if the ending is that of another kind, and for a picture with too many
 * pixels.
 */
async function acceptedKind(name: string, beginning: Buffer, path: string): Promise<Pick<AssetFile, 'kind' | 'content_type'>> {
  const kind = await fittingKind(name, beginning);
  if (hasTooManyPixels(kind.content_type, beginning))
    throw invalidFields([
      {
        path,
        code: 'too_many_pixels',
        message: `must be a picture of at most ${MAX_PICTURE_PIXELS / 1_000_000} megapixels; send a smaller one`,
      },
    ]);
  return kind;
}

/** Returns the kind of bytes with a name. Throws `invalid` if the ending is that of another kind. */
export async function fittingKind(name: string, beginning: Buffer): Promise<Pick<AssetFile, 'kind' | 'content_type'>> {
  const kind = await kindOf(name, beginning);
  if (!kind)
    throw invalidFields([
      { path: 'name', code: 'wrong_kind', message: 'has the ending of another kind than the bytes; give it the right one' },
    ]);
  return kind;
}
