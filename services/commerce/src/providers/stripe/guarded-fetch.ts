import type { Egress } from '@space/egress';
import { type Agent, request } from 'undici';
import { ProviderError } from '../../provider-port/provider.ts';
import { answerError, connectionError } from './stripe-errors.ts';

/** Bytes of the largest answer that is read. */
const MAX_ANSWER_BYTES = 8_388_608;

/** The request headers that leave the process. The library has more, with the platform and names from the environment. */
const sentHeaders: ReadonlySet<string> = new Set(['accept', 'authorization', 'stripe-version']);

/** The form in which the library of Stripe calls `fetch`. */
export type GuardedFetch = (url: string, init: { method?: string; headers?: unknown; signal?: AbortSignal | null }) => Promise<Response>;

/**
 * Returns a `fetch` for reads at one address: another verb than GET, or another address, is refused before anything leaves the process.
 * Requests go to public addresses through `egress`, redirects are not followed, and an answer without success is a ProviderError.
 */
export function createGuardedFetch(egress: Egress, agent: Agent, address: string, deadline: AbortSignal): GuardedFetch {
  const { origin } = new URL(address);

  return async function guardedFetch(url, { method = 'GET', headers = {}, signal }) {
    if (method !== 'GET') throw new Error(`Stripe is only read; a request with the method ${method} is not sent.`);
    const target = new URL(url);
    if (target.origin !== origin) throw new Error('Requests are sent to the API of Stripe only.');
    try {
      await egress.resolvePublic(target);
      const response = await request(target, {
        method: 'GET',
        headers: { ...onlySent(headers), 'user-agent': 'Space-API' },
        dispatcher: agent,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      });
      const bytes = await readBytes(response.body);
      const status = response.statusCode;
      if (status < 200 || status > 299) throw answerError(status, response.headers['retry-after'], bytes);
      return new Response(new Uint8Array(bytes), { status, headers: { 'content-type': 'application/json' } });
    } catch (error) {
      throw connectionError(error);
    }
  };
}

const onlySent = (headers: unknown): Record<string, string> =>
  Object.fromEntries([...new Headers(headers as Headers)].filter(([name]) => sentHeaders.has(name)));

async function readBytes(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      body.destroy();
      throw new ProviderError('bad_answer', 'An answer of Stripe is too large to be read.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
