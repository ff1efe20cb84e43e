import { Problem } from '@space/contracts/core';
import {
  CLIENT_DOCUMENT_MINUTES,
  CLIENT_DOCUMENT_TIMEOUT_MS,
  MAX_CACHED,
  MAX_CLIENT_DOCUMENT_REQUESTS,
  MAX_CLIENT_METADATA_BYTES,
  MAX_CLIENT_URL_CHARACTERS,
} from '@space/contracts/platform';
import { createEgress } from '@space/egress';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { request } from 'undici';
import { type OauthClient, parseClientMetadata, shownName } from './client.ts';
import { OauthError } from './oauth-error.ts';

/** Clients whose id is the URL of a document about them, which is read from there. */
export interface ClientDocuments {
  /**
   * Returns the client with this id. `beforeRequest` is called before its document is requested; it may throw. Throws OauthError
   * when there is no usable document.
   */
  find(clientId: string, beforeRequest: () => void): Promise<OauthClient>;
}

/** A client, or the error of its document, until a time in milliseconds. */
interface Entry {
  readonly client: OauthClient | OauthError;
  readonly ends: number;
}

/** The time for which a document that could not be read is not requested again. */
const FAILURE_TTL_MS = MINUTE_MS / 2;
const KEEP_ALIVE_MS = 1_000;

/** Returns true if a client id is the URL of a document: https, or http where the settings allow it, in canonical spelling with a path. */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_CLIENT_URL_CHARACTERS || !/^https?:\/\//.test(clientId)) return false;
  const url = URL.parse(clientId);
  return url !== null && url.href === clientId && url.pathname !== '/' && url.hash === '' && url.username === '' && url.password === '';
}

/**
 * Creates the reader of client metadata documents. It connects to public addresses only, follows no redirect, and reads a bounded
 * document in a bounded time. Concurrent requests for one document are one request.
 */
export function createClientDocuments({ clock, config, log }: Pick<Ports, 'clock' | 'config' | 'log'>): ClientDocuments {
  const egress = createEgress(config);
  const agent = egress.agent({
    connections: 1,
    keepAliveMs: KEEP_ALIVE_MS,
    connectTimeoutMs: CLIENT_DOCUMENT_TIMEOUT_MS,
    responseTimeoutMs: CLIENT_DOCUMENT_TIMEOUT_MS,
  });
  const cache = new LRUCache<string, Entry>({ max: MAX_CACHED.client_documents });
  const loading = new Map<string, Promise<OauthClient>>();

  async function read(clientId: string): Promise<string> {
    await egress.resolvePublic(new URL(clientId));
    const response = await request(clientId, {
      headers: { accept: 'application/json', 'user-agent': 'Space-API' },
      dispatcher: agent,
      signal: AbortSignal.timeout(CLIENT_DOCUMENT_TIMEOUT_MS),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += (chunk as Buffer).length;
      if (size > MAX_CLIENT_METADATA_BYTES) {
        response.body.destroy();
        throw new Error(`The document has more than ${MAX_CLIENT_METADATA_BYTES} bytes.`);
      }
      chunks.push(chunk as Buffer);
    }
    if (response.statusCode !== 200) throw new Error(`The document was answered with status ${response.statusCode}.`);
    return Buffer.concat(chunks).toString();
  }

  async function load(clientId: string): Promise<OauthClient> {
    let document: unknown;
    try {
      document = JSON.parse(await read(clientId));
    } catch (error) {
      // The caller reads the same sentence for every cause, so that it learns nothing about other hosts.
      log.info({ err: error, host: new URL(clientId).host }, 'could not read the metadata document of a client; it is refused');
      throw new OauthError('invalid_client', 'The metadata document of this client cannot be read.');
    }
    const metadata = parseClientMetadata(document);
    if (metadata.client_id !== clientId)
      throw new OauthError('invalid_client', 'The client_id in the metadata document of this client is not the address of the document.');
    if (metadata.token_endpoint_auth_method?.startsWith('client_secret'))
      throw new OauthError(
        'invalid_client',
        'A client with a metadata document has no secret: its token_endpoint_auth_method must be none.',
      );
    const { host } = new URL(clientId);
    return { id: clientId, name: shownName(metadata.client_name, host), redirect_uris: metadata.redirect_uris, host };
  }

  async function loadAndCache(clientId: string): Promise<OauthClient> {
    const started = clock.now();
    try {
      const client = await load(clientId);
      cache.set(clientId, { client, ends: started + CLIENT_DOCUMENT_MINUTES * MINUTE_MS });
      return client;
    } catch (error) {
      if (error instanceof OauthError) cache.set(clientId, { client: error, ends: started + FAILURE_TTL_MS });
      throw error;
    } finally {
      loading.delete(clientId);
    }
  }

  return {
    async find(clientId, beforeRequest) {
      const cached = cache.get(clientId);
      if (cached && clock.now() < cached.ends) {
        if (cached.client instanceof OauthError) throw cached.client;
        return cached.client;
      }
      const inProgress = loading.get(clientId);
      if (inProgress) return inProgress;
      beforeRequest();
      if (loading.size >= MAX_CLIENT_DOCUMENT_REQUESTS.process)
        throw new Problem('unavailable', 'Too many clients are being looked up; retry in a second.', { retry_after_s: 1 });
      const read = loadAndCache(clientId);
      loading.set(clientId, read);
      return read;
    },
  };
}
