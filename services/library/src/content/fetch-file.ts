import { createHash } from 'node:crypto';
import { ASSET_FETCH_SECONDS, MAX_FETCH_REDIRECTS, MAX_FETCHED_ASSET_BYTES } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { BlockedAddressError, type Egress } from '@space/egress';
import type { ObjectStore } from '@space/object-store';
import { SECOND_MS } from '@space/time';
import { type Agent, type Dispatcher, request } from 'undici';
import { SAMPLE } from './file-of.ts';

const CONNECTIONS = 16;
const KEEP_ALIVE_MS = 10_000;
const CONNECT_SECONDS = 10;

/** The bytes of a file that were fetched. */
interface FetchedFile {
  readonly size: number;
  readonly sha256: string;
  readonly beginning: Buffer;
}

/** Fetches files from public addresses. */
export interface FileFetcher {
  /** Stores the file at an address under a key. Throws `unsafe_url`, and `invalid` for an address that answers no file. */
  fetch(url: string, store: ObjectStore, key: string): Promise<FetchedFile>;
  close(): Promise<void>;
}

/** Creates a fetcher. Each redirect is validated as the first address is. */
export function createFileFetcher(egress: Egress): FileFetcher {
  const agent: Agent = egress.agent({
    connections: CONNECTIONS,
    keepAliveMs: KEEP_ALIVE_MS,
    connectTimeoutMs: CONNECT_SECONDS * SECOND_MS,
  });

  async function open(first: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      await egress.validateUrl(url);
      await egress.resolvePublic(new URL(url));
      const response = await request(url, { dispatcher: agent, signal, headers: { accept: '*/*', 'user-agent': 'Space-API' } });
      const { location } = response.headers;
      if (response.statusCode < 300 || response.statusCode >= 400 || location === undefined) return response;
      await response.body.dump();
      if (redirects === MAX_FETCH_REDIRECTS) throw notFetched(`has more than ${MAX_FETCH_REDIRECTS} redirects`);
      const next = URL.parse([location].flat()[0]!, url);
      if (!next) throw notFetched('redirects to no address');
      url = next.href;
    }
  }

  return {
    async fetch(url, store, key) {
      const signal = AbortSignal.timeout(ASSET_FETCH_SECONDS * SECOND_MS);
      try {
        const { statusCode, headers, body } = await open(url, signal);
        if (statusCode !== 200) {
          await body.dump();
          throw notFetched(`answers ${statusCode}`);
        }
        if (Number(headers['content-length'] ?? 0) > MAX_FETCHED_ASSET_BYTES) {
          body.destroy();
          throw tooLarge();
        }
        const measured = measure(body);
        await store.put(key, measured.chunks, { content_type: 'application/octet-stream' });
        return measured.result();
      } catch (error) {
        throw problemOf(error, signal);
      }
    },
    close: () => agent.close(),
  };
}

/** Returns the error of a request as a Problem; an error of the store passes. */
function problemOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Problem) return error.code === 'unsafe_url' ? unsafe(error.message) : error;
  if (error instanceof BlockedAddressError) return unsafe('The URL points to a private or internal address.');
  if (signal.aborted) return notFetched(`does not send the file within ${ASSET_FETCH_SECONDS} seconds`);
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^(?:UND_|E[A-Z]|HPE_|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS)/.test(code)
    ? notFetched('cannot be reached')
    : error;
}

const unsafe = (message: string): Problem =>
  new Problem('unsafe_url', message, { errors: [{ path: 'source_url', code: 'unsafe_url', message: 'must be a public https address' }] });

/** Returns the refusal of an address from which no file came. */
const notFetched = (reason: string): Problem =>
  new Problem('invalid', `source_url: ${reason}.`, { errors: [{ path: 'source_url', code: 'not_fetched', message: reason }] });

const tooLarge = (): Problem =>
  notFetched(`is larger than ${MAX_FETCHED_ASSET_BYTES / 1_048_576} MiB; POST /asset-uploads takes larger files`);

/** Passes bytes on and measures them. Throws `invalid` for too many. */
function measure(body: AsyncIterable<Buffer>): { readonly chunks: AsyncGenerator<Uint8Array>; result(): FetchedFile } {
  const hash = createHash('sha256');
  const first: Buffer[] = [];
  let size = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      if (size < SAMPLE) first.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > MAX_FETCHED_ASSET_BYTES) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    chunks: pass(),
    result: () => ({ size, sha256: hash.digest('hex'), beginning: Buffer.concat(first).subarray(0, SAMPLE) }),
  };
}
