import { setTimeout as delay } from 'node:timers/promises';
import { type Call, type Handlers, Json } from '@space/bus';
import { callerId, invalidFields, type OutputOf, Problem } from '@space/contracts/core';
import {
  ANY_SECRET_TAG,
  type httpRequests,
  MAX_ANSWER_BYTES,
  MAX_REQUEST_BODY_BYTES,
  REQUEST_SECONDS,
} from '@space/contracts/integrations';
import { isoTime } from '@space/database';
import { type Egress, isPublicAddress } from '@space/egress';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { createRedact } from '@space/text';
import type { Agent } from 'undici';
import { findSealedSecrets, markSecretsUsed } from '../secrets/secrets.queries.ts';
import { shownAnswer, unsentAnswer } from './answer.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';
import { assertUsable, fillSecretHeaders, namesIn } from './fill-secret-headers.ts';
import { problemOfFailure } from './request-failures.ts';
import { forgetSending, type KeyedCall, noteSending } from './sent-requests.queries.ts';

type Send = (typeof httpRequests)['operations']['send'];

/**
 * Creates the handler that sends requests to other services.
 *
 * A secret is in clear only here, between its decryption and the socket: callers, automations, logs and events have `{{secret.NAME}}`. It
 * goes to its hosts only, over https, in a header. The answer has it redacted.
 *
 * A call with an idempotency key notes first that it sends. The note stays until the answer is stored, and beyond it. A second call with
 * the key gets the stored answer, or, if the process ended in between, a problem that says that the outcome is not known: it never sends a
 * second request.
 */
export function httpRequestHandlers(ports: Ports, egress: Egress, agent: Agent): Handlers<typeof httpRequests> {
  const { database, box, clock } = ports;
  const writer = createWriter('integrations', ports);

  return {
    async send(call) {
      const { input, caller } = call;
      const { url, is_public } = await checkedTarget(egress, call);
      const body = bodyOf(input.body);
      const names = namesIn(input.secret_headers);
      const found = names.length === 0 ? [] : await findSealedSecrets(database, caller.space_id, names);
      if (names.length > 0 && is_public && url.port !== '') throw onlyStandardPort(url);
      assertUsable(found, names, caller, url.hostname);
      const { headers, values } = fillSecretHeaders(box, caller.space_id, input.secret_headers, found);
      if (call.dry_run) return unsentAnswer;
      const keyed = keyedCall(call);
      const before = keyed && (await noteSending(database, keyed, isoTime(clock.now())));
      if (before) return writer.write(call, async () => refuseSecond(clock.now() - Date.parse(before)));
      const redact = createRedact(values);
      const start = performance.now();
      const outgoing: OutgoingRequest = {
        method: input.method,
        url,
        headers: { ...(body?.type === undefined ? {} : { 'content-type': body.type }), ...input.headers, ...headers },
        body: body?.text,
        timeout_ms: input.timeout_seconds * 1_000,
        read_bytes: MAX_ANSWER_BYTES + 1 + redact.longest,
      };
      const received = await exchange(agent, outgoing).catch(async (error: unknown) => {
        const { problem, was_sent } = problemOfFailure(error, url.hostname, input.timeout_seconds);
        if (keyed && !was_sent) await forgetSending(database, keyed);
        throw problem;
      });
      const answer = shownAnswer(received, redact, Math.round(performance.now() - start));
      return whenFree(() =>
        writer.write(call, async function storeAnswer(tx) {
          if (names.length > 0) await markSecretsUsed(tx, caller.space_id, names, tx.now);
          return new Json<OutputOf<Send>>(JSON.stringify(answer));
        }),
      );
    },
  };
}

/** Pauses between attempts to store an answer, in milliseconds, and their number. */
const STORE_PAUSE_MS = 20;
const STORE_ATTEMPTS = 200;

/**
 * Stores an answer. A second call with the same idempotency key holds the lock of the key for the moment in which it is refused; the call
 * that has sent the request must not lose its answer to it, so it waits.
 */
async function whenFree<T>(store: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'conflict') || attempt === STORE_ATTEMPTS) throw error;
      await delay(STORE_PAUSE_MS);
    }
  }
}

const keyedCall = ({ caller, idempotency }: Call<Send>): KeyedCall | undefined =>
  idempotency && { space_id: caller.space_id, key_id: callerId(caller), key: idempotency.key };

/** Milliseconds after which a request has ended, with or without an answer. */
const LONGEST_REQUEST_MS = REQUEST_SECONDS.max * 1_000 + 5_000;

/**
 * Throws the problem of a call whose request was begun by an earlier one, so many milliseconds ago. The writer returns the stored answer
 * before, if there is one.
 */
function refuseSecond(age_ms: number): never {
  if (age_ms < LONGEST_REQUEST_MS)
    throw new Problem('conflict', 'A request with this idempotency key is still running; retry in a second.', { retry_after_s: 1 });
  throw new Problem(
    'conflict',
    'A request with this idempotency key was sent and its answer is not known; ask the receiver, and use a new key to send it again.',
  );
}

/** Returns the problem of a secret for a port that is not that of https. */
const onlyStandardPort = ({ host }: URL): Problem =>
  new Problem('forbidden', `A secret is sent to port 443 only, and not to ${host}; leave the port out of url.`);

/** The address of a request, and if it is one of the internet: an operator can allow others for development. */
interface Target {
  readonly url: URL;
  readonly is_public: boolean;
}

/** Returns the address of a request. Throws for one that is not public, and for a secret in a field other than secret_headers. */
async function checkedTarget(egress: Egress, { input }: Call<Send>): Promise<Target> {
  const places = [
    { path: 'url', text: input.url },
    ...Object.entries(input.headers).map(([name, text]) => ({ path: `headers.${name}`, text })),
    ...(input.body === undefined ? [] : [{ path: 'body', text: JSON.stringify(input.body) }]),
  ];
  const errors = [
    ...places
      .filter(({ text }) => ANY_SECRET_TAG.test(text))
      .map(({ path }) => ({ path, code: 'secret_here', message: 'cannot have a secret; a secret stands only in secret_headers' })),
    ...Object.keys(input.headers)
      .filter((name) => Object.hasOwn(input.secret_headers, name))
      .map((name) => ({ path: `headers.${name}`, code: 'duplicate', message: 'is in secret_headers, too; leave one of them out' })),
  ];
  if (errors.length > 0) throw invalidFields(errors);
  await egress.validateUrl(input.url);
  const url = new URL(input.url);
  const addresses = await egress.resolvePublic(url).catch((error: unknown) => {
    throw problemOfFailure(error, url.hostname, input.timeout_seconds).problem;
  });
  return { url, is_public: addresses.every(isPublicAddress) };
}

/** Returns the text of a body and the type of a value that is no text. */
function bodyOf(body: unknown): { readonly text: string; readonly type: string | undefined } | undefined {
  if (body === undefined) return undefined;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (Buffer.byteLength(text) > MAX_REQUEST_BODY_BYTES)
    throw new Problem('too_large', `body: has more than ${MAX_REQUEST_BODY_BYTES / 1_024} KiB; send less in one request.`);
  return { text, type: typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' };
}
