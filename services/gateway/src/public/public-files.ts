import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { request as requestOf } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { MAX_CACHED_FILE_BYTES } from '@space/contracts/platform';
import { previewAssets } from '@space/contracts/publishing';
import {
  ASSET_LINK_PURPOSE,
  type AskedVariant,
  AssetLink,
  assetTag,
  contentDirectory,
  linkedContentDoor,
  previewContentDoor,
  publicContentDoor,
  type StoredContent,
  sharedBoardContentDoor,
  sharedContentDoor,
} from '@space/contracts/uploads';
import { sealedToken } from '@space/crypto';
import { objectsOf } from '@space/runtime';
import { publicFileHeaders, withCharset } from '../bytes/content-policy.ts';
import { createVariants, formatsFor, readVariantQuery } from '../bytes/picture-variants.ts';
import { type ContentAnswer, openContent } from '../bytes/send-content.ts';
import type { Gateway } from '../call/gateway.ts';
import { VISITOR } from '../call/visitor.ts';
import type { Headers } from '../http/headers.ts';
import { type RequestRecord, type RouteLabel, routeLabels } from '../http/request-context.ts';
import type { PageCache } from './page-cache.ts';
import type { SerializedResponse } from './serialized-response.ts';

/** A file of the public origin that a path names. */
export interface PublicFile {
  readonly allow: string;
  labelFor(method: string): RouteLabel;
  /** Returns the cached answer to a GET or HEAD; undefined without one. Throws `invalid`. */
  find?(request: IncomingMessage): SerializedResponse | undefined;
  /** Returns the answer to a GET or HEAD. Throws not_found. */
  open(request: IncomingMessage, record: RequestRecord): Promise<ContentAnswer>;
}

/** Returns the file at a path of the public origin; undefined for a path of pages. */
export type FindPublicFile = (path: string) => PublicFile | undefined;

/** The request of a reader. */
interface Reader {
  readonly request: IncomingMessage;
  readonly record: RequestRecord;
}

const PUBLIC_PATH = /^\/a\/(ast_[0-9a-z]{26})\/[^/]+$/;
const SHARED_PATH = /^\/([dw])\/([\w-]{1,100})\/a\/(ast_[0-9a-z]{26})\/[^/]+$/;
const LINKED_PATH = /^\/a\/s\/([\w-]{1,2000})\/[^/]+$/;
const PREVIEW_PATH = /^\/a\/p\/([\w-]{1,2000})\/(ast_[0-9a-z]{26})\/[^/]+$/;

/** Characters of a Cookie header that are read. */
const COOKIE_CHARACTERS = 4_096;

/** A public file may end at any time, so a reader asks each time if its version is current. */
const PUBLIC_CACHE: Headers = ['Cache-Control', 'public, no-cache'];
const LINKED_CACHE: Headers = ['Cache-Control', 'private, no-cache', 'X-Robots-Tag', 'noindex'];

/**
 * Creates the files of the public origin: those that are public, those of signed links, of shared documents and whiteboards, and of previews. Small public ones are cached
 * until the library says that their asset has changed.
 */
export function createPublicFiles({ ports, networks }: Pick<Gateway, 'ports' | 'networks'>, cache: PageCache): FindPublicFile {
  const objects = objectsOf(ports);
  const links = sealedToken(ports.box, { purpose: ASSET_LINK_PURPOSE, schema: AssetLink, now: () => ports.clock.now() });
  const publicLabel = routeLabels(publicContentDoor.path);
  const sharedLabels = { d: routeLabels(sharedContentDoor.path), w: routeLabels(sharedBoardContentDoor.path) };
  const linkedLabel = routeLabels(linkedContentDoor.path);
  const previewLabel = routeLabels(previewContentDoor.path);
  const openVariant = createVariants(ports);
  const allow = publicContentDoor.methods.join(', ');

  const callOf = (request: IncomingMessage, { request_id, trace }: RequestRecord, space_id: string) => ({
    caller: { ...VISITOR, space_id },
    request_id,
    trace: trace.carrier,
    visitor_network: networks.networkOf(request),
  });

  async function open(
    { request, record }: Reader,
    found: StoredContent,
    { asked, isDownload }: { readonly asked: AskedVariant | null; readonly isDownload: boolean },
    more: Headers,
  ): Promise<ContentAnswer> {
    const call = callOf(request, record, found.space_id);
    const { content, headers } = await openVariant(call, found, asked, request.headers.accept);
    return openContent(objects, request, withCharset(content), [...publicFileHeaders(content, isDownload), ...more, ...headers]);
  }

  async function openLinked(request: IncomingMessage, record: RequestRecord, token: string): Promise<ContentAnswer> {
    const link = links.open(token);
    if (!link) throw new Problem('not_found', 'This link has expired or was changed.');
    const { space_id, asset_id, links_version, download, asked = readVariantQuery(request.url) } = link;
    const found = await requestOf(ports.bus, callOf(request, record, space_id), contentDirectory, 'find_linked', {
      asset_id,
      links_version,
    });
    return open({ request, record }, found, { asked, isDownload: download }, LINKED_CACHE);
  }

  async function openPublic(request: IncomingMessage, record: RequestRecord, asset_id: string): Promise<ContentAnswer> {
    const asked = readVariantQuery(request.url);
    const making = cache.begin();
    try {
      const found = await requestOf(ports.bus, callOf(request, record, ''), contentDirectory, 'find_public', { asset_id });
      const answer = await open({ request, record }, found, { asked, isDownload: false }, PUBLIC_CACHE);
      if (answer.status !== 200 || !answer.body || answer.size > MAX_CACHED_FILE_BYTES) return answer;
      const response = await toSerialized(answer);
      making.store(cacheKey(asset_id, asked, request), { response, tags: [assetTag(asset_id)] });
      return { ...answer, body: Readable.from([response.body]) };
    } finally {
      making.end();
    }
  }

  async function openShared(request: IncomingMessage, record: RequestRecord, token: string, asset_id: string): Promise<ContentAnswer> {
    const cookie = request.headers.cookie?.slice(0, COOKIE_CHARACTERS) ?? null;
    const found = await requestOf(ports.bus, callOf(request, record, ''), contentDirectory, 'find_shared', { token, asset_id, cookie });
    return open({ request, record }, found, { asked: readVariantQuery(request.url), isDownload: false }, LINKED_CACHE);
  }

  /** Opens an asset of a preview. Publishing says each time whether the preview shows it, so it ends with the preview. */
  async function openPreviewed(request: IncomingMessage, record: RequestRecord, token: string, asset_id: string): Promise<ContentAnswer> {
    const { space_id } = await requestOf(ports.bus, callOf(request, record, ''), previewAssets, 'find', { token, asset_id });
    const found = await requestOf(ports.bus, callOf(request, record, space_id), contentDirectory, 'find_previewed', { asset_id });
    return open({ request, record }, found, { asked: readVariantQuery(request.url), isDownload: false }, LINKED_CACHE);
  }

  return function findPublicFile(path) {
    const [, asset_id] = PUBLIC_PATH.exec(path) ?? [];
    if (asset_id !== undefined)
      return {
        allow,
        labelFor: publicLabel,
        find: (request) =>
          request.headers.range === undefined ? cache.find(cacheKey(asset_id, readVariantQuery(request.url), request)) : undefined,
        open: (request, record) => openPublic(request, record, asset_id),
      };
    const [, first, link, shown] = SHARED_PATH.exec(path) ?? [];
    if (link !== undefined && shown !== undefined)
      return { allow, labelFor: sharedLabels[first as 'd' | 'w'], open: (request, record) => openShared(request, record, link, shown) };
    const [, preview, previewed] = PREVIEW_PATH.exec(path) ?? [];
    if (preview !== undefined && previewed !== undefined)
      return { allow, labelFor: previewLabel, open: (request, record) => openPreviewed(request, record, preview, previewed) };
    const [, token] = LINKED_PATH.exec(path) ?? [];
    return token === undefined
      ? undefined
      : { allow, labelFor: linkedLabel, open: (request, record) => openLinked(request, record, token) };
  };
}

/** Returns the key of a public file in the cache: one for every spelling of its address, and for all readers that get the same bytes. */
const cacheKey = (asset_id: string, asked: AskedVariant | null, { headers }: IncomingMessage): string =>
  asked === null
    ? `file ${asset_id}`
    : `file ${asset_id} ${asked.w ?? ''} ${asked.ratio ?? ''} ${asked.f ?? 'auto'} ${formatsFor(asked, headers.accept).join(' ')}`;

/** Reads the bytes of a whole file and returns its answer in the form of a cache. */
async function toSerialized({ headers, body, etag }: ContentAnswer): Promise<SerializedResponse> {
  const bytes = await buffer(body!);
  const head = headers.filter((_, at) => !BODY_HEADERS.has(headers[at - (at % 2)]!));
  return { status: 200, head: headers, body: bytes, not_modified: { status: 304, head, body: NO_BODY, etag } };
}

/** Headers of the bytes, which a 304 omits. */
const BODY_HEADERS: ReadonlySet<string> = new Set(['Content-Type', 'Accept-Ranges', 'Content-Length']);

const NO_BODY = Buffer.alloc(0);
