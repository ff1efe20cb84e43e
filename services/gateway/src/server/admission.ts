import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@space/contracts/core';
import { SHEDDING_PERCENT } from '@space/contracts/platform';
import { metrics } from '@space/runtime';
import { type Admit, parkRequest } from '../admission/connections.ts';
import type { LateRefusals } from '../admission/late-refusals.ts';
import type { Load, Pressure } from '../admission/load.ts';
import type { NetworkLimits } from '../admission/network-limits.ts';
import { hasCredential } from '../auth/api-key.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import type { CallSlots } from '../call/call-slots.ts';
import type { ConsoleAuthenticator } from '../console/console-authenticator.ts';

/*
 * Admission: the first decision on a request, before its key is looked up and a byte of its body is read. A process under
 * pressure answers some requests with 503, cheaply: those without a known key first, then the calls of Spaces that have more
 * than their fair share in progress, then all. A key counts as known when it was valid in the last hour; whether it is valid
 * now is decided later. Requests without a key are counted by network at any time. A network above its limit is refused late: a
 * client that repeats its request as soon as it is answered would otherwise take all the time of the event loop with refusals.
 * So many late refusals may wait; above that the one that has waited longest is sent.
 */

/** The parts of a gateway that admission asks. */
interface AdmissionParts {
  readonly load: Load;
  readonly networks: NetworkLimits;
  readonly late: LateRefusals;
  readonly authenticator: Pick<Authenticator, 'knownSpace'>;
  readonly slots: CallSlots;
  readonly max_in_flight: number;
}

/** Answers a request that is not admitted. */
export type Refuse = (response: ServerResponse, problem: Problem, requestId: string) => void;

/** Returns the admission to the API. */
export function apiAdmission(
  { load, networks, late, authenticator, slots, max_in_flight }: AdmissionParts,
  refuse: Refuse,
  isKeyed: (request: IncomingMessage) => boolean = hasCredential,
): Admit {
  const fairCalls = (max_in_flight * SHEDDING_PERCENT.unfair) / 100;

  function reasonToShed(request: IncomingMessage, pressure: Pressure): string | undefined {
    if (pressure === 'full') return 'full';
    const space = authenticator.knownSpace(request);
    if (space === undefined) return 'keyless';
    return pressure === 'critical' && slots.callsOf(space) > fairCalls / slots.spaces ? 'unfair' : undefined;
  }

  /** Counts a request without a key. A network above its limit may still use keys that are known. */
  function assertNetwork(request: IncomingMessage): void {
    if (!isKeyed(request)) networks.countKeyless(request);
    else if (networks.isLimited(request) && authenticator.knownSpace(request) === undefined) networks.assertKeyless(request);
  }

  return function admitCall(request, response) {
    if (lacksHost(request)) return refuseWithoutHost(request, response, refuse);
    const pressure = load.pressure();
    const reason = pressure === 'normal' ? undefined : reasonToShed(request, pressure);
    if (reason !== undefined) return shed(request, response, reason, refuse);
    return admitNetwork(late, request, response, refuse, assertNetwork);
  };
}

/** Returns the admission to the console: like that to the API, with sessions in place of keys. */
export const consoleAdmission = (
  parts: Omit<AdmissionParts, 'authenticator'>,
  { knownPerson, hasCredential: hasSession }: Pick<ConsoleAuthenticator, 'knownPerson' | 'hasCredential'>,
  refuse: Refuse,
): Admit => apiAdmission({ ...parts, authenticator: { knownSpace: knownPerson } }, refuse, hasSession);

/** Returns the admission to the public origin, whose visitors have no key. */
export function publicAdmission({ load, networks, late }: Pick<AdmissionParts, 'load' | 'networks' | 'late'>, refuse: Refuse): Admit {
  return function admitVisitor(request, response) {
    if (lacksHost(request)) return refuseWithoutHost(request, response, refuse);
    if (load.pressure() !== 'normal') return shed(request, response, 'keyless', refuse);
    return admitNetwork(late, request, response, refuse, networks.countKeyless);
  };
}

/** Admits a request unless `assertNetwork` throws a Problem, with which it is answered late. */
function admitNetwork(
  late: LateRefusals,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: Refuse,
  assertNetwork: (request: IncomingMessage) => void,
) {
  try {
    assertNetwork(request);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parkRequest(response);
    void late.wait(response).then(function refuseLate() {
      if (!response.destroyed) end(request, response, error, refuse);
    });
    return false;
  }
}

function shed(request: IncomingMessage, response: ServerResponse, reason: string, refuse: Refuse): false {
  metrics.requestsShed.inc({ reason });
  return end(request, response, overloaded(), refuse);
}

/** True for a request that HTTP/1.1 forbids (RFC 9112, 3.2). */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean => httpVersion === '1.1' && headers.host === undefined;

function refuseWithoutHost(request: IncomingMessage, response: ServerResponse, refuse: Refuse): false {
  response.shouldKeepAlive = false;
  return end(request, response, new Problem('invalid', 'The request has no Host header, which HTTP/1.1 needs.'), refuse);
}

const overloaded = (): Problem =>
  new Problem('unavailable', 'The service has too many requests in progress; retry in a second.', { retry_after_s: 1 });

/** Answers with a problem. The rest of an unread body would be parsed as the next request, so its connection is closed. */
function end(request: IncomingMessage, response: ServerResponse, problem: Problem, refuse: Refuse): false {
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
    response.shouldKeepAlive = false;
  refuse(response, problem, randomUUID());
  return false;
}
