import { z } from 'zod';
import { id, line } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { Integration, IntegrationCheck, IntegrationKind, IntegrationStatus } from './integration.ts';
import { MAX_INTEGRATION_CHECKS } from './limits.ts';

const integrationId = { id: id('integration') };

/** The connections of a Space to accounts of other services: read by keys, changed by no key (contract, I5). */
export const integrations = contract({
  name: 'integrations',
  service: 'integrations',
  tag: 'Integrations',
  description:
    'The connections of a Space: payments, social networks, mail and others, with their state, the last error and what to do about it.',
  operations: {
    list: operation({
      summary: 'List the connections of the Space',
      description:
        'Payments, social accounts and others in one list, newest first. The status comes from an authenticated read at the provider, every 15 minutes. No credential is returned, and no key can connect or disconnect anything.',
      scope: 'integrations:read',
      route: { method: 'GET', path: '/integrations', status: 200 },
      tools: [{ name: 'list_integrations', family: 'integrations', action: 'list' }],
      input: z.strictObject({
        kind: IntegrationKind.optional().describe('Only this kind'),
        status: IntegrationStatus.optional(),
        provider: line(64).min(1).optional().describe('Such as stripe or mastodon'),
        sort: sortBy(['created_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Integration),
      example: { status: 'refused' },
    }),
    get: operation({
      summary: 'Read a connection',
      scope: 'integrations:read',
      route: { method: 'GET', path: '/integrations/:id', status: 200 },
      tools: [{ name: 'get_integration', family: 'integrations', action: 'get' }],
      input: z.strictObject(integrationId),
      output: Integration,
      versioned: true,
      example: { id: 'int_01jd0000000000000000000000' },
    }),
    list_checks: operation({
      summary: 'List the newest checks of a connection',
      description: `The newest ${MAX_INTEGRATION_CHECKS} checks, newest first: when the provider was asked, and what it answered.`,
      scope: 'integrations:read',
      route: { method: 'GET', path: '/integrations/:id/checks', status: 200 },
      tools: [{ name: 'list_integration_checks', family: 'integrations', action: 'list_checks' }],
      input: z.strictObject({ ...integrationId, limit, cursor, include_total: includeTotal }),
      output: page(IntegrationCheck),
      example: { id: 'int_01jd0000000000000000000000', limit: 10 },
    }),
  },
});
