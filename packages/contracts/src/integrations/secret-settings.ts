import { z } from 'zod';
import { id, line } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { MAX_SECRET_BYTES, MAX_SECRET_HOSTS, MAX_SECRETS_PER_SPACE, MIN_SECRET_CHARACTERS } from './limits.ts';
import { Secret, SecretAgents, SecretHost, SecretName } from './secret.ts';
import { secretCreated, secretDeleted, secretUpdated } from './secrets.events.ts';

const spaceId = { space_id: id('Space') };

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** The value of a secret. */
const value = z
  .string()
  .min(MIN_SECRET_CHARACTERS)
  .max(MAX_SECRET_BYTES)
  .refine((text) => bytes(text) <= MAX_SECRET_BYTES, `must have at most ${MAX_SECRET_BYTES} bytes`)
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'must be text without null characters')
  .describe('Value of the secret. It is stored encrypted and never shown again');

/** The secrets of a Space, which no key can change (contract, I1). */
export const secretSettings = contract({
  name: 'secret_settings',
  service: 'integrations',
  tag: 'Secret settings',
  description: 'Sets the secrets of a Space. For operators: no Space key reaches these.',
  operations: {
    set_secret: operation({
      summary: 'Set a secret',
      description: `A secret with this name is replaced, with its hosts and agents. It is sent only to its hosts, only over https, and only in a header of POST /http-requests. At most ${MAX_SECRETS_PER_SPACE} secrets a Space.`,
      audience: 'operator',
      role: 'admin',
      needs_confirmation: true,
      route: { method: 'POST', path: '/operator/spaces/:space_id/secrets', status: 200 },
      input: z.strictObject({
        ...spaceId,
        name: SecretName,
        value,
        hosts: z
          .array(SecretHost)
          .min(1)
          .max(MAX_SECRET_HOSTS)
          .describe('Hosts that it may be sent to, such as api.example.com or *.example.com'),
        description: line(400).nullable().default(null).describe('Purpose of the secret'),
        agents: SecretAgents.default([]),
      }),
      output: Secret,
      emits: [secretCreated, secretUpdated],
      problems: ['limit_reached', 'not_found'],
      example: {
        space_id: 'spc_01jd0000000000000000000000',
        name: 'CRM_TOKEN',
        value: 'a token of that service',
        hosts: ['api.crm.example'],
        description: 'Reads and writes customers in the CRM',
      },
    }),
    list_secrets: operation({
      summary: 'List the secrets of a Space, without their values',
      audience: 'operator',
      role: 'admin',
      route: { method: 'GET', path: '/operator/spaces/:space_id/secrets', status: 200 },
      input: z.strictObject({
        ...spaceId,
        sort: sortBy(['name', 'created_at', 'updated_at'], 'name'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Secret),
    }),
    delete_secret: operation({
      summary: 'Delete a secret',
      description: 'Requests that name it are refused from then on.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'DELETE', path: '/operator/spaces/:space_id/secrets/:name', status: 200 },
      input: z.strictObject({ ...spaceId, name: z.string().min(1).max(64).describe('Name of the secret') }),
      output: z.object({ id: z.string(), name: z.string(), deleted: z.literal(true) }),
      emits: [secretDeleted],
    }),
  },
});
