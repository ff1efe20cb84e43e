import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '@space/time';
import { type Scanner, ScannerUnavailable, type Verdict } from './scanner.ts';

const DEFAULT_PORT = 3_310;
const CONNECT_MS = 5 * SECOND_MS;
const PING_MS = 5 * SECOND_MS;
/** Times that a file is sent when the connection breaks. */
const ATTEMPTS = 3;
/** The pause before a chunk of a file that is sent again. */
const PAUSE_MS = 5;
/** Bytes of one chunk of INSTREAM. */
const CHUNK = 65_536;
/** Characters of a reply; clamd sends fewer. */
const MAX_REPLY = 1_000;

/** Returns the host and port, or the path of the socket, of `clamd://host:3310` or `clamd:///run/clamav/clamd.ctl`; undefined for any other text. */
export function readClamdAddress(text: string): { readonly host: string; readonly port: number } | { readonly path: string } | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'clamd:' || url.username || url.password || url.search || url.hash) return undefined;
  if (url.hostname === '') return url.port === '' && url.pathname.length > 1 ? { path: decodeURIComponent(url.pathname) } : undefined;
  if (url.pathname !== '' && url.pathname !== '/') return undefined;
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: url.port === '' ? DEFAULT_PORT : Number(url.port) };
}

/** Creates the scanner at an address of clamd. Each scan has a connection of its own and sends the file with INSTREAM. */
export function createClamd(address: NetConnectOpts): Scanner {
  return {
    async scan(open, deadline_ms) {
      const late = AbortSignal.timeout(deadline_ms);
      for (let attempt = 1; ; attempt += 1) {
        const source: { failure?: { readonly error: unknown } } = {};
        try {
          return verdictOf(await ask(address, instream(await open(), source, attempt > 1), late));
        } catch (error) {
          if (source.failure) throw source.failure.error;
          if (attempt === ATTEMPTS || !isBroken(error)) throw error;
        }
      }
    },
    async ping() {
      const reply = await ask(address, ['zPING\0'], AbortSignal.timeout(PING_MS));
      if (reply !== 'PONG') throw unexpected(reply);
    },
  };
}

/** Returns true if the connection broke. clamd closes it after its reply to a file that is too large, and the reply can be lost with it. */
const isBroken = (error: unknown): boolean =>
  error instanceof ScannerUnavailable && ['EPIPE', 'ECONNRESET'].includes((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');

const unexpected = (reply: string): ScannerUnavailable => new ScannerUnavailable(`answers "${reply}"`);

/** Reads the reply to INSTREAM. Throws ScannerUnavailable for an error of clamd. */
function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK') return { outcome: 'clean' };
  const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (signature !== undefined) return { outcome: 'infected', signature };
  if (reply.startsWith('INSTREAM size limit exceeded')) return { outcome: 'too_large' };
  throw unexpected(reply);
}

/**
 * Yields the command and the chunks, each after its length, and an empty one at the end. `source` gets the failure of the body. With `isPaced` a
 * reply that comes before the end is read before the next chunk is sent: a chunk that meets a closed connection loses the reply.
 */
async function* instream(
  body: AsyncIterable<Uint8Array>,
  source: { failure?: { readonly error: unknown } },
  isPaced: boolean,
): AsyncGenerator<Uint8Array | string> {
  yield 'zINSTREAM\0';
  try {
    for await (const bytes of body)
      for (let from = 0; from < bytes.byteLength; from += CHUNK) {
        const chunk = bytes.subarray(from, from + CHUNK);
        if (isPaced) await delay(PAUSE_MS);
        yield lengthOf(chunk);
        yield chunk;
      }
  } catch (error) {
    source.failure = { error };
    throw error;
  }
  yield lengthOf(new Uint8Array());
}

function lengthOf(chunk: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.byteLength);
  return length;
}

/** Sends a command on a connection of its own, and returns the reply, which may come before the last byte was sent. */
async function ask(
  address: NetConnectOpts,
  command: Iterable<string> | AsyncIterable<Uint8Array | string>,
  late: AbortSignal,
): Promise<string> {
  const over = new AbortController();
  const socket = connect({ ...address, noDelay: true });
  const connecting = setTimeout(() => socket.destroy(new Error('no connection')), CONNECT_MS);
  socket.once('connect', () => clearTimeout(connecting));
  const reply = replyOf(socket);
  reply.catch(() => {});
  const sending = pipeline(command, socket, { end: false, signal: AbortSignal.any([late, over.signal]) });
  try {
    return await Promise.race([reply, sending.then(() => reply), ended(late)]);
  } catch (error) {
    if (late.aborted) throw new ScannerUnavailable('does not answer in time', error);
    throw new ScannerUnavailable(`cannot be asked (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`, error);
  } finally {
    clearTimeout(connecting);
    over.abort();
    socket.destroy();
    await sending.catch(() => {});
  }
}

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

/** Returns the reply on a connection, without the character that ends it. */
const replyOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\0');
      if (end >= 0 || text.length > MAX_REPLY) resolve(text.slice(0, end >= 0 ? end : MAX_REPLY));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection ended without a reply')));
  });
