import type { IncomingHttpHeaders } from 'node:http';
import {
  type AttemptError,
  MAX_RESPONSE_BYTES,
  MAX_STORED_HEADERS,
  STORED_RESPONSE_BYTES,
  WEBHOOK_TIMEOUT_MS,
} from '@space/contracts/events';
import { BlockedAddressError, type Egress } from '@space/egress';
import { type Dispatcher, errors } from 'undici';

/** The result of one POST. */
export interface AttemptOutcome {
  readonly response_code: number | null;
  readonly error: AttemptError | null;
  readonly error_message: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly retry_after: string | undefined;
}

/** An HTTP client for webhooks. */
export interface Sender {
  /** Sends one POST and resolves with its outcome; never rejects. */
  post(url: string, headers: Record<string, string>, body: string): Promise<AttemptOutcome>;
  close(): Promise<void>;
}

/** Webhooks of many Spaces can share a host. The limit is high because attempts are limited per webhook, not per host. */
const CONNECTIONS_PER_RECEIVER = 4_096;
const KEEP_ALIVE_MS = 30_000;

/**
 * Returns a client that sends to public addresses only. The host is validated before every attempt, and a new connection
 * uses only addresses that passed, which prevents DNS rebinding. Redirects are not followed. One timeout of ten seconds
 * covers name resolution, connection, TLS, headers and body (contract, W1, W5).
 */
export function createSender(egress: Egress, timeoutMs: number = WEBHOOK_TIMEOUT_MS): Sender {
  const agent = egress.agent({
    connections: CONNECTIONS_PER_RECEIVER,
    keepAliveMs: KEEP_ALIVE_MS,
    connectTimeoutMs: timeoutMs,
    responseTimeoutMs: timeoutMs,
  });

  return {
    post(url, headers, body) {
      const { promise, resolve } = Promise.withResolvers<AttemptOutcome>();
      const exchange = new HttpExchange(resolve, timeoutMs);
      const target = new URL(url);
      egress
        .resolvePublic(target)
        .then(
          () =>
            exchange.isOver ||
            agent.dispatch({ origin: target.origin, path: target.pathname + target.search, method: 'POST', headers, body }, exchange),
        )
        .catch((error) => exchange.fail(error));
      return promise;
    },
    close: () => agent.close(),
  };
}

/** The handler of one POST for undici. It is over when the response is complete, the request failed or the timeout passed. */
class HttpExchange implements Dispatcher.DispatchHandler {
  isOver = false;
  readonly #resolve: (outcome: AttemptOutcome) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #code = 0;
  #headers: IncomingHttpHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;

  constructor(resolve: (outcome: AttemptOutcome) => void, timeoutMs: number) {
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.fail(new DOMException('The attempt timed out.', 'TimeoutError')), timeoutMs);
  }

  /** Ends the POST as a failure and aborts the request; a request that waits for a connection is never sent. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.#end(toFailure(error));
    this.#controller?.abort(error as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.isOver) controller.abort(new Error('The attempt timed out before a connection was free.'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, code: number, headers: IncomingHttpHeaders): void {
    // A 1xx response is followed by the final one, which overwrites it.
    this.#code = code;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#length < STORED_RESPONSE_BYTES) this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > MAX_RESPONSE_BYTES) this.fail(new errors.ResponseExceededMaxSizeError());
  }

  onResponseEnd(): void {
    if (!this.isOver) this.#end(toOutcome(this.#code, this.#headers, decodeStart(this.#chunks)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  #end(outcome: AttemptOutcome): void {
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }
}

/** Decodes the stored start of a response. Postgres text cannot hold U+0000, so it becomes U+FFFD. */
const decodeStart = (chunks: readonly Buffer[]): string =>
  chunks.length === 0 ? '' : Buffer.concat(chunks).subarray(0, STORED_RESPONSE_BYTES).toString('utf8').replaceAll('\u0000', '\ufffd');

function toOutcome(code: number, headers: IncomingHttpHeaders, body: string): AttemptOutcome {
  const error: AttemptError | null = code >= 200 && code < 300 ? null : code >= 300 && code < 400 ? 'redirect' : 'http';
  return {
    response_code: code,
    error,
    error_message:
      error === null
        ? null
        : error === 'redirect'
          ? `The receiver answered ${code}; redirects are not followed.`
          : `The receiver answered ${code}.`,
    headers: storedHeaders(headers),
    body,
    retry_after: headers['retry-after'],
  };
}

const storedHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'set-cookie')
      .slice(0, MAX_STORED_HEADERS)
      .map(([name, value]) => [name, (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, 1_000)]),
  );

const messages: Record<Exclude<AttemptError, 'http' | 'redirect'>, string> = {
  timeout: 'The receiver did not complete its response within 10 seconds.',
  dns: 'The host name could not be resolved.',
  tls: 'The TLS connection failed: the certificate is not valid for this host, or the receiver does not speak TLS.',
  refused: 'The receiver refused the connection.',
  connection: 'The connection failed before the response was complete.',
  unsafe_address: 'The address is not public; webhooks go to public addresses only.',
  response_too_large: 'The response was larger than 64 KiB.',
};

function toFailure(error: unknown): AttemptOutcome {
  const kind = kindOf(error);
  return { response_code: null, error: kind, error_message: messages[kind], headers: {}, body: null, retry_after: undefined };
}

function kindOf(error: unknown): keyof typeof messages {
  for (let current = error as (Error & { code?: string }) | undefined; current; current = current.cause as typeof current) {
    if (current instanceof BlockedAddressError) return 'unsafe_address';
    if (current.name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(current.code ?? '')) return 'timeout';
    if (current instanceof errors.ResponseExceededMaxSizeError) return 'response_too_large';
    if (current.code === 'ECONNREFUSED' || current.code === 'EHOSTUNREACH' || current.code === 'ENETUNREACH') return 'refused';
    if (/^(ENOTFOUND|EAI_|ESERVFAIL|ENODATA|EREFUSED|EBADRESP|ETIMEOUT)/.test(current.code ?? '')) return 'dns';
    if (/^ERR_(SSL|TLS)|CERT|SELF_SIGNED|UNABLE_TO/.test(current.code ?? '')) return 'tls';
  }
  return 'connection';
}
