import { z } from 'zod';
import { Deleted, id, line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { MAX_PAYMENT_INTEGRATIONS_PER_SPACE, PREVIOUS_SECRET_HOURS } from './limits.ts';
import { moneyModes, paymentProviders } from './order.ts';

const spaceId = { space_id: id('Space') };
const integration = { ...spaceId, id: id('integration') };

/** The states of a connection. */
export const connectionStatuses = ['connected', 'failing', 'refused', 'disconnected'] as const;

/** A connection to a payment provider, without its secrets. */
export const PaymentIntegration = z
  .object({
    ...resource,
    kind: z.literal('payments'),
    provider: z.enum(paymentProviders),
    name: z.string(),
    account_label: z.string().nullable(),
    mode: z.enum(moneyModes),
    status: z.enum(connectionStatuses),
    test_starts_automations: z.boolean(),
    webhook_url: z.string().describe('Address for the webhooks of the provider'),
    last_received_at: timestamp.nullable(),
    last_error: z.object({ code: z.string(), message: z.string(), checked_at: timestamp }).nullable(),
  })
  .meta({ id: 'PaymentIntegration' });

const secretText = line(4_096).min(8);

/** The connections to payment providers, which no key can change (contract, J7). */
export const paymentSettings = contract({
  name: 'payment_settings',
  service: 'commerce',
  tag: 'Payment settings',
  description: 'Connects payment providers to a Space. For operators: no Space key reaches these.',
  operations: {
    connect: operation({
      summary: 'Connect a payment provider',
      description: `Stripe takes a restricted key (rk_…) or a key of the test mode (sk_test_…), and is asked immediately which account it belongs to. A key that could move money (sk_live_…) is refused. Paddle and signed have no key, only a secret for the signatures of webhooks; signed makes one and shows it once. At most ${MAX_PAYMENT_INTEGRATIONS_PER_SPACE} connections a Space.`,
      audience: 'operator',
      role: 'admin',
      needs_confirmation: true,
      route: { method: 'POST', path: '/operator/spaces/:space_id/integrations', status: 201 },
      input: z.strictObject({
        ...spaceId,
        kind: z.literal('payments').default('payments').describe('Kind of the connection'),
        provider: z.enum(paymentProviders).describe('Provider to connect'),
        name: nonEmptyLine(100).optional().describe('Name of the connection; default that of the account'),
        secret: secretText.optional().describe('Stripe: the restricted key'),
        webhook_secret: secretText.optional().describe('Stripe: whsec_…; Paddle: the secret of the notification destination'),
        mode: z.enum(moneyModes).optional().describe('Paddle and signed: test for a sandbox; default live. Stripe: the key says it'),
        test_starts_automations: z.boolean().default(false).describe('True if orders of a test mode start automations'),
      }),
      output: PaymentIntegration.extend({
        webhook_secret: z.string().nullable().describe('signed: the secret for signatures, whsec_…, shown once; otherwise null'),
      }),
      problems: ['limit_reached', 'not_found', 'conflict', 'unavailable', 'timeout'],
      confidential: true,
      effects: ['outside'],
      deadline_ms: 30_000,
      example: {
        space_id: 'spc_01jd0000000000000000000000',
        provider: 'stripe',
        secret: 'a restricted key of that account',
        webhook_secret: 'the signing secret of the webhook endpoint',
      },
    }),
    list: operation({
      summary: 'List the connections to payment providers',
      description: 'Without their secrets. Disconnected ones are listed too.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'GET', path: '/operator/spaces/:space_id/integrations', status: 200 },
      input: z.strictObject({
        ...spaceId,
        sort: sortBy(['created_at', 'name'], 'created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(PaymentIntegration),
    }),
    check: operation({
      summary: 'Check a connection to a payment provider',
      description: 'Asks the provider with a read that changes nothing there.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'POST', path: '/operator/spaces/:space_id/integrations/:id/check', status: 200 },
      input: z.strictObject(integration),
      output: PaymentIntegration,
      problems: ['not_found', 'conflict'],
      effects: ['outside'],
      deadline_ms: 30_000,
    }),
    rotate_secret: operation({
      summary: 'Replace the signing secret of a connection',
      description: `The previous secret is accepted for ${PREVIOUS_SECRET_HOURS} hours. signed makes the new secret and shows it once. A new key of the provider may be given too.`,
      audience: 'operator',
      role: 'admin',
      needs_confirmation: true,
      route: { method: 'POST', path: '/operator/spaces/:space_id/integrations/:id/rotate-secret', status: 200 },
      input: z.strictObject({
        ...integration,
        secret: secretText.optional().describe('Stripe: a new restricted key'),
        webhook_secret: secretText.optional().describe('Stripe and Paddle: the new signing secret'),
      }),
      output: PaymentIntegration.extend({ webhook_secret: z.string().nullable() }),
      problems: ['not_found', 'conflict', 'unavailable', 'timeout'],
      confidential: true,
      effects: ['outside'],
      deadline_ms: 30_000,
    }),
    sync: operation({
      summary: 'Read the money facts of a provider again',
      description:
        'Stored webhooks since a time are read again, and those of Stripe are asked for at the provider, with its balance transactions. Facts that are known are not counted again.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'POST', path: '/operator/spaces/:space_id/integrations/:id/sync', status: 202 },
      input: z.strictObject({ ...integration, starting_at: moment.describe('The earliest time to read') }),
      output: z.object({ id: z.string(), queued: z.literal(true) }),
      problems: ['not_found', 'conflict'],
      example: {
        space_id: 'spc_01jd0000000000000000000000',
        id: 'int_01jd0000000000000000000000',
        starting_at: '2026-05-01T00:00:00.000Z',
      },
    }),
    disconnect: operation({
      summary: 'Disconnect a payment provider',
      description: 'Its secrets are deleted; orders and ledger stay. Its webhooks are answered 410 from then on.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'DELETE', path: '/operator/spaces/:space_id/integrations/:id', status: 200 },
      input: z.strictObject(integration),
      output: Deleted,
      problems: ['not_found'],
    }),
  },
});
