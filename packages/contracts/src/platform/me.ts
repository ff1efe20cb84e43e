import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A key as its holder sees it, with the Space and the agent that it acts for. */
export const Me = z
  .object({
    key: z.object({
      id: z.string(),
      created_at: timestamp,
      name: z.string(),
      hint: z.string().describe('The start and the last four characters, to tell keys apart'),
      scopes: z.array(z.string()),
      catalog_mode: z.enum(['every', 'everyday']).describe('The list of MCP tools that the key gets'),
      expires_at: timestamp.nullable().describe('null: the key does not expire'),
    }),
    space: named,
    agent: named.nullable().describe('The agent in whose name the key acts; null for a key of the Space'),
  })
  .meta({ id: 'Me' });

/** The key of the request. */
export const me = contract({
  name: 'me',
  service: 'gateway',
  tag: 'Me',
  description: 'The key of the request, its Space and its agent.',
  operations: {
    get: operation({
      summary: 'Read whose key this is',
      description: 'Answers every valid key: its scopes, its expiry, its Space and its agent. Use it to test a key.',
      any_key: true,
      route: { method: 'GET', path: '/me', status: 200 },
      input: z.strictObject({}),
      output: Me,
    }),
  },
});
