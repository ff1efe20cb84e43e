import { BlockedAddressError } from '@space/egress';
import { HOUR_MS } from '@space/time';
import { errors } from 'undici';
import { NetworkError } from './network.ts';
import type { NetworkResponse } from './network-client.ts';

/** The body of a response exceeds the limit of its request. */
export class ResponseTooLargeError extends Error {}

/** The deadline passed before the request was sent. */
export class DeadlinePassedError extends Error {}

/** Codes of connections that were never made, so that the request certainly did not arrive. */
const neverConnected =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_\w+|ESERVFAIL|ENODATA|EREFUSED|EBADRESP|UND_ERR_CONNECT_TIMEOUT|ERR_(SSL|TLS)\w*|.*CERT.*|UNABLE_TO\w+)$/;

/** Returns the error for a request that has no complete response. */
export function errorForFailure(error: unknown, host: string, hasSideEffect: boolean): NetworkError {
  if (error instanceof ResponseTooLargeError)
    return new NetworkError('rejected', `The response of ${host} is too large to be read.`, { isInDoubt: hasSideEffect });
  if (error instanceof DeadlinePassedError)
    return new NetworkError('unreachable', `The time for this attempt ended before ${host} was called.`, { isTransient: true });
  for (let current = error as (Error & { code?: string }) | undefined; current; current = current.cause as typeof current) {
    if (current instanceof BlockedAddressError) return new NetworkError('unreachable', `The address of ${host} is not public.`);
    if (current.code !== undefined && neverConnected.test(current.code))
      return new NetworkError('unreachable', `${host} cannot be reached.`, { isTransient: true });
    if (current instanceof errors.InvalidArgumentError) return new NetworkError('unreachable', `${host} is not a valid address.`);
  }
  return new NetworkError('unreachable', `The connection to ${host} broke before the response arrived.`, {
    isTransient: true,
    isInDoubt: hasSideEffect,
  });
}

/** The longest pause that a network can ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = HOUR_MS;

/** Returns the error for a response without success. */
export function errorForResponse({ status, headers, json }: NetworkResponse, host: string, now: number): NetworkError {
  const text = [json.error_description, json.message, json.error].find((value) => typeof value === 'string' && value !== '');
  const reason = text === undefined ? '' : `: ${String(text).replace(/\s+/g, ' ').trim().slice(0, 300)}`;
  if (status === 401)
    return new NetworkError('unauthorized', `${host} does not accept the token of this account any more${reason}.`, { status });
  if (status === 429)
    return new NetworkError('limited', `${host} limits requests for now${reason}.`, {
      isTransient: true,
      retryAfterMs: retryAfter(headers, now),
      status,
    });
  if (status >= 500)
    return new NetworkError('unavailable', `${host} answered ${status}${reason}.`, {
      isTransient: true,
      isInDoubt: true,
      retryAfterMs: retryAfter(headers, now),
      status,
    });
  return new NetworkError('rejected', `${host} refused it with ${status}${reason}.`, { status });
}

/** Returns the pause that a response asks for, in milliseconds: Retry-After, or the reset of its rate limit as a time or in seconds. */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number {
  const after = headers['retry-after'];
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  const pause =
    after !== undefined
      ? /^\d+$/.test(after)
        ? Number(after) * 1_000
        : Date.parse(after) - now
      : reset !== undefined
        ? (/^\d+$/.test(reset) ? Number(reset) * 1_000 : Date.parse(reset)) - now
        : 0;
  return Number.isFinite(pause) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, pause)) : 0;
}
