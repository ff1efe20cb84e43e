import type { IncomingMessage } from 'node:http';
import { Problem } from '@space/contracts/core';
import { MAX_WRONG_OPERATOR_TOKENS } from '@space/contracts/platform';
import { type Config, type Log, metrics } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { rateLimitKey, visitorLimiter } from '@space/web';
import { createVisitorAddress } from './visitor-address.ts';

/** Counts requests without a valid key by the network that they come from: an IPv4 address or an IPv6 /64. */
export interface NetworkLimits {
  /** Counts a request without a valid key. Throws `limited` when the network has sent too many. */
  countKeyless(request: IncomingMessage): void;
  /** Throws `limited` when the network has sent too many requests without a valid key. Counts nothing. */
  assertKeyless(request: IncomingMessage): void;
  /** Returns true when the network has sent too many requests without a valid key. */
  isLimited(request: IncomingMessage): boolean;
  /** Throws `limited` when the network has sent too many wrong operator tokens, and counts that as a request without a valid key. */
  assertOperator(request: IncomingMessage): void;
  /** Counts a wrong operator token, which is also a request without a valid key. */
  countWrongOperator(request: IncomingMessage): void;
  addressOf(request: IncomingMessage): string;
  /** Returns the network of a request: an IPv4 address or an IPv6 /64. */
  networkOf(request: IncomingMessage): string;
}

/** The time over which a network may spend its requests. */
const WINDOW_S = 10;
const OPERATOR_WINDOW_S = 60;
const WARNING_INTERVAL_MS = 10 * MINUTE_MS;

/** Creates the limits of one gateway. They count nothing when SPACE_RATE_LIMIT or SPACE_VISITOR_RATE_LIMIT is 0. */
export function createNetworkLimits(config: Config, log: Log): NetworkLimits {
  const addressOf = createVisitorAddress(config.SPACE_TRUSTED_PROXIES);
  const isLimited = config.SPACE_RATE_LIMIT > 0;
  const perSecond = isLimited ? config.SPACE_VISITOR_RATE_LIMIT : 0;
  const keyless = perSecond === 0 ? undefined : visitorLimiter({ points: perSecond * WINDOW_S, seconds: WINDOW_S });
  const operator = isLimited ? visitorLimiter({ points: MAX_WRONG_OPERATOR_TOKENS, seconds: OPERATOR_WINDOW_S }) : undefined;
  const warn = createForwardedWarning(config, log);

  return {
    countKeyless(request) {
      warn(request);
      if (keyless) assertLeft(keyless.take('keyless', addressOf(request)), KEYLESS);
    },
    assertKeyless(request) {
      if (keyless) assertLeft(keyless.take('keyless', addressOf(request), 0), KEYLESS);
    },
    isLimited: (request) => keyless !== undefined && keyless.take('keyless', addressOf(request), 0) > 0,
    assertOperator(request) {
      const wait_s = operator?.take('operator', addressOf(request), 0) ?? 0;
      if (wait_s > 0) keyless?.take('keyless', addressOf(request));
      assertLeft(wait_s, OPERATOR);
    },
    countWrongOperator(request) {
      operator?.take('operator', addressOf(request));
      keyless?.take('keyless', addressOf(request));
    },
    addressOf,
    networkOf: (request) => rateLimitKey(addressOf(request)),
  };
}

const KEYLESS = 'This network makes too many requests without a valid key';
const OPERATOR = 'This network sent too many wrong operator tokens';

function assertLeft(wait_s: number, reason: string): void {
  if (wait_s === 0) return;
  metrics.rateLimited.inc();
  throw new Problem('limited', `${reason}; try again in ${wait_s === 1 ? 'a second' : `${wait_s} seconds`}.`, { retry_after_s: wait_s });
}

/** Returns the function that warns, at most once in ten minutes, that a proxy is not trusted and its visitors count as one. */
function createForwardedWarning({ SPACE_TRUSTED_PROXIES }: Config, log: Log): (request: IncomingMessage) => void {
  if (SPACE_TRUSTED_PROXIES !== undefined) return () => {};
  let lastWarning = Number.NEGATIVE_INFINITY;
  return function warnOfForwarded({ headers, socket }) {
    if (headers['x-forwarded-for'] === undefined) return;
    metrics.forwardedIgnored.inc();
    const now = performance.now();
    if (now - lastWarning < WARNING_INTERVAL_MS) return;
    lastWarning = now;
    log.warn(
      { proxy: socket.remoteAddress },
      'X-Forwarded-For is ignored, so all visitors of this proxy count as one; set SPACE_TRUSTED_PROXIES to the CIDRs of the proxy',
    );
  };
}
