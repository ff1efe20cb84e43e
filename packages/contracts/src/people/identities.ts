import { z } from 'zod';
import { Deleted, id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

/** The account of a person at an identity provider. */
export const Identity = z
  .object({
    ...resource,
    issuer: z.string().describe('The address of the identity provider'),
    subject: z.string().describe('The id of the account there; it never changes'),
    email: z.string().nullable().describe('The address of the account at the last sign-in; it links nothing'),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Identity' });

/** The accounts of the person at the identity provider of the installation (contract, Z5). Only the console reaches these. */
export const identities = contract({
  name: 'identities',
  service: 'gateway',
  tag: 'Identities',
  description: 'The accounts at an identity provider with which the person signs in.',
  operations: {
    list: operation({
      summary: 'List the own accounts at identity providers',
      audience: 'person',
      route: { method: 'GET', path: '/person/identities', status: 200 },
      input: z.strictObject({}),
      output: z.object({
        provider: z
          .object({
            name: z.string(),
            issuer: z.string(),
            link_path: z.string().describe('The page of the console on which the person links an account'),
            is_only: z.boolean().describe('True when nothing else signs people in'),
          })
          .nullable()
          .describe('The identity provider of the installation; null when it has none'),
        data: z.array(Identity).describe('The newest first'),
      }),
    }),
    remove: operation({
      summary: 'Remove an account at an identity provider',
      description: 'It signs no one in from then on. The last means to sign in cannot be removed. The session gets a new cookie.',
      audience: 'person',
      needs_confirmation: true,
      renews_session: true,
      route: { method: 'DELETE', path: '/person/identities/:id', status: 200 },
      input: z.strictObject({ id: id('identity') }),
      output: Deleted,
      problems: ['conflict'],
    }),
  },
});
