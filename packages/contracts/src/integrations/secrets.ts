import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { Secret } from './secret.ts';

/** The secrets of a Space, by name only (contract, I1). */
export const secrets = contract({
  name: 'secrets',
  service: 'integrations',
  tag: 'Secrets',
  description: 'Names of the secrets of a Space, and requests to other services that carry them. A value is never returned.',
  operations: {
    list: operation({
      summary: 'List the secrets of the Space',
      description: 'Their names, hosts and uses; never a value. Operators set secrets, with the hosts that each may be sent to.',
      scope: 'secrets:read',
      route: { method: 'GET', path: '/secrets', status: 200 },
      tools: [{ name: 'list_secrets', family: 'secrets', action: 'list' }],
      input: z.strictObject({
        sort: sortBy(['name', 'created_at', 'updated_at'], 'name'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Secret),
      example: { limit: 20 },
    }),
    get: operation({
      summary: 'Read a secret, without its value',
      scope: 'secrets:read',
      route: { method: 'GET', path: '/secrets/:name', status: 200 },
      tools: [{ name: 'get_secret', family: 'secrets', action: 'get' }],
      input: z.strictObject({ name: z.string().min(1).max(64).describe('Name of the secret') }),
      output: Secret,
      versioned: true,
      example: { name: 'CRM_TOKEN' },
    }),
  },
});
