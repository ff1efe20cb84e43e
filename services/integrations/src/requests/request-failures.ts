import { invalidFields, Problem } from '@space/contracts/core';
import { BlockedAddressError } from '@space/egress';
import { errors } from 'undici';

/** Codes of connections that were never made, so that the request certainly did not arrive. */
const neverConnected = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_(SSL|TLS)\w*|.*CERT.*|UNABLE_TO\w+)$/;

/** Codes of names that have no address. */
const unknownName = /^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|EBADRESP)$/;

const unknownHost = (host: string, code: string): Problem =>
  invalidFields([
    { path: 'url', code: 'unknown_host', message: `names the host ${host}, which has no address (${code}); check its spelling` },
  ]);

/** The problem of a request without an answer, and if the request may have arrived. */
interface RequestFailure {
  readonly problem: Problem;
  readonly was_sent: boolean;
}

/** Returns the problem of a request that has no answer. Its sentence names the host, and no header. */
export function problemOfFailure(error: unknown, host: string, seconds: number): RequestFailure {
  for (let current = error as (Error & { code?: string }) | undefined; current; current = current.cause as typeof current) {
    if (current instanceof BlockedAddressError)
      return {
        was_sent: false,
        problem: new Problem(
          'unsafe_url',
          `url: the address of ${host} is not public; give an https address that is reachable from the internet.`,
          {
            errors: [{ path: 'url', code: 'unsafe_url', message: 'is not a public address' }],
          },
        ),
      };
    if (current.code !== undefined && unknownName.test(current.code)) return { was_sent: false, problem: unknownHost(host, current.code) };
    if (current.code !== undefined && neverConnected.test(current.code))
      return {
        was_sent: false,
        problem: new Problem('unavailable', `${host} cannot be reached (${current.code}); check the address, or try again later.`),
      };
    if (current.name === 'TimeoutError' || current instanceof errors.HeadersTimeoutError)
      return {
        was_sent: true,
        problem: new Problem(
          'timeout',
          `${host} did not answer within ${seconds} seconds; it may have received the request. Raise timeout_seconds, or ask the receiver.`,
        ),
      };
  }
  return {
    was_sent: true,
    problem: new Problem('unavailable', `The connection to ${host} broke before its answer; it may have received the request.`),
  };
}
