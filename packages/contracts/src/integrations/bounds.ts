import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of secrets and of outgoing requests. */
export const integrationBounds: readonly Bound[] = [
  { subject: 'secrets', value: limits.MAX_SECRETS_PER_SPACE, unit: 'secrets', per: 'Space', refusal: 'limit_reached' },
  { subject: 'value of a secret', value: limits.MAX_SECRET_BYTES, unit: 'bytes', per: 'request', refusal: 'invalid' },
  {
    subject: 'value of a secret, at least',
    value: limits.MIN_SECRET_CHARACTERS,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'hosts of a secret', value: limits.MAX_SECRET_HOSTS, unit: 'hosts', per: 'request', refusal: 'invalid' },
  { subject: 'agents of a secret', value: limits.MAX_SECRET_AGENTS, unit: 'agents', per: 'request', refusal: 'invalid' },
  {
    subject: 'headers of an outgoing request, and as many with secrets',
    value: limits.MAX_REQUEST_HEADERS,
    unit: 'headers',
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'body of an outgoing request', value: limits.MAX_REQUEST_BODY_BYTES, unit: 'bytes', per: 'request', refusal: 'too_large' },
  {
    subject: 'answer to an outgoing request',
    value: limits.MAX_ANSWER_BYTES,
    unit: 'bytes',
    per: 'request',
    effect: 'cut, with `is_truncated`',
  },
  {
    subject: 'time of an outgoing request',
    value: limits.REQUEST_SECONDS.max,
    unit: `seconds, default ${limits.REQUEST_SECONDS.default}`,
    per: 'request',
    refusal: 'timeout',
  },
  {
    subject: 'memory of a request that was sent with an idempotency key',
    value: limits.SENT_REQUEST_DAYS,
    unit: 'days',
    per: 'key',
    effect: 'forgotten',
  },
  {
    subject: 'stored checks of a connection',
    value: limits.MAX_INTEGRATION_CHECKS,
    unit: 'checks',
    per: 'integration',
    effect: 'the oldest are deleted',
  },
  {
    subject: 'permissions of a connection, and as many capabilities',
    value: limits.MAX_INTEGRATION_NAMES,
    unit: 'names',
    per: 'integration',
    effect: 'cut by the service that reports them',
  },
  {
    subject: 'disconnected connections in the list',
    value: limits.DISCONNECTED_INTEGRATION_DAYS,
    unit: 'days',
    per: 'integration',
    effect: 'deleted',
  },
];
