import { z } from 'zod';
import { line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { MAX_INTEGRATION_NAMES } from './limits.ts';

/** The kinds of connections. */
export const IntegrationKind = z.enum(['payments', 'social', 'ads', 'model', 'mail', 'storage']);

/** The states of a connection. */
export const IntegrationStatus = z
  .enum(['pending', 'connected', 'failing', 'refused', 'disconnected'])
  .describe(
    'pending: not checked yet. connected: the last checks succeeded. failing: three checks in a row failed, or none succeeded for an hour. refused: the provider does not accept the credential. disconnected: it was removed',
  );

/** The state of a connection. */
export type IntegrationStatus = z.infer<typeof IntegrationStatus>;

/** The reasons for which a check fails; there are no others. */
export const integrationErrors = [
  'unauthorized',
  'missing_scope',
  'expired',
  'rate_limited',
  'unreachable',
  'timeout',
  'bad_answer',
  'bad_signature',
  'account_disabled',
  'limit_reached',
] as const;

/** The reason for which a check failed. */
export const IntegrationErrorCode = z.enum(integrationErrors);

/** The reason for which a check failed. */
export type IntegrationErrorCode = z.infer<typeof IntegrationErrorCode>;

/** The step of an operator after which a connection works again. */
export const IntegrationAction = z
  .enum(['reconnect', 'grant_scopes', 'raise_limit', 'fix_webhook'])
  .describe(
    'reconnect: connect it again with a new credential. grant_scopes: give its credential the missing permissions. raise_limit: raise the limit at the provider. fix_webhook: correct the signing secret of its webhook',
  );

/** The step of an operator. */
export type IntegrationAction = z.infer<typeof IntegrationAction>;

/** Errors by which the provider says that it does not accept the credential. */
export const refusingErrors: ReadonlySet<IntegrationErrorCode> = new Set(['unauthorized', 'missing_scope', 'expired', 'account_disabled']);

const actions: Partial<Record<IntegrationErrorCode, IntegrationAction>> = {
  unauthorized: 'reconnect',
  expired: 'reconnect',
  account_disabled: 'reconnect',
  missing_scope: 'grant_scopes',
  limit_reached: 'raise_limit',
  bad_signature: 'fix_webhook',
};

/** Returns what an operator must do about an error; null if the connection recovers without anybody's help. */
export const actionFor = (error: IntegrationErrorCode): IntegrationAction | null => actions[error] ?? null;

const names = z.array(line(100)).max(MAX_INTEGRATION_NAMES);

/** The parts of a connection that the service which owns it decides. */
export const integrationFields = {
  kind: IntegrationKind,
  provider: line(64)
    .regex(/^[a-z][a-z0-9_-]*$/, 'must be the name of a provider in small letters, such as stripe')
    .describe('Name of the provider, such as stripe or mastodon'),
  name: nonEmptyLine(200).describe('Name of the connection'),
  account_label: line(200).nullable().describe('The account at the provider, as people know it'),
  mode: z.enum(['live', 'test']).nullable().describe('live or test, if the provider has both; otherwise null'),
  scopes: names.describe('Permissions of the credential, as the provider names them; empty if it names none'),
  capabilities: names.describe('Uses of the connection'),
  connected_at: timestamp.describe('Time at which it was last connected'),
  last_used_at: timestamp.nullable().describe('Time at which it last did its work; checks do not count'),
  next_check_at: timestamp.nullable(),
  expires_at: timestamp.nullable().describe('End of the credential, if the provider states one'),
  inbound: z
    .object({
      last_received_at: timestamp.nullable(),
      last_refused_at: timestamp.nullable().describe('Time of the last webhook with a wrong signature'),
      waiting: z.int().min(0).describe('Webhooks that are received and not processed'),
      oldest_seconds: z.int().min(0).nullable().describe('Age of the oldest of these'),
    })
    .nullable()
    .describe('Webhooks of the provider; null for a connection without them'),
};

/** A connection of a Space to an account of another service, without its credential (contract, I5). */
export const Integration = z
  .object({
    ...resource,
    ...integrationFields,
    status: IntegrationStatus,
    last_ok_at: timestamp.nullable().describe('Time of the last check that succeeded'),
    last_error: z
      .object({ code: IntegrationErrorCode, message: z.string(), failed_at: timestamp })
      .nullable()
      .describe('The last error, also of a connection that recovered'),
    failures_in_a_row: z.int().describe('Checks that failed since the last success'),
    action_needed: IntegrationAction.nullable(),
  })
  .meta({ id: 'Integration' });

/** A connection of a Space to an account of another service. */
export type Integration = z.infer<typeof Integration>;

/** A check of a connection: an authenticated read at its provider (contract, I6). */
export const IntegrationCheck = z
  .object({
    checked_at: timestamp,
    outcome: z.enum(['ok', 'failed']),
    error: z.object({ code: IntegrationErrorCode, message: z.string() }).nullable(),
    duration_ms: z.int(),
  })
  .meta({ id: 'IntegrationCheck' });

/** A check of a connection. */
export type IntegrationCheck = z.infer<typeof IntegrationCheck>;
