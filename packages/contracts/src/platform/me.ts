import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { Role } from '../core/role.ts';
import { Approval } from './key-settings.ts';
import { StorageUsage } from './storage.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A key as its holder sees it, with the Space and the agent that it acts for. */
export const Me = z
  .object({
    key: z
      .object({
        id: z.string(),
        created_at: timestamp,
        name: z.string(),
        hint: z.string().describe('The start and the last four characters, to tell keys apart'),
        scopes: z.array(z.string()),
        catalog_mode: z.enum(['every', 'everyday']).describe('The list of MCP tools that the key gets'),
        approval: Approval.describe('The MCP calls that a person must approve first'),
        expires_at: timestamp.nullable().describe('null: the key does not expire'),
      })
      .nullable()
      .describe('null for a person in the console'),
    member: z
      .object({ id: z.string(), name: z.string(), role: Role, scopes: z.array(z.string()) })
      .optional()
      .describe('The person who asks from the console; absent for a key'),
    space: named,
    usage: z
      .object({
        calls: z
          .object({
            per_second: z.int().describe('Calls per second that the key may make for a long time'),
            burst: z.int().describe('Calls that it may make immediately after a pause'),
            left: z.int().min(0).describe('Calls that it may make immediately now, this one counted; further calls get 429'),
          })
          .nullable()
          .describe('The calls of this key, as the gateway that answers counts them; null when calls have no limit'),
        storage: StorageUsage,
      })
      .describe('The usage of the key and its Space'),
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
      description:
        'Answers every valid key: its scopes, its expiry, its Space and its agent. usage says how near it is to the limits of calls and of storage. Use it to test a key.',
      any_key: true,
      needs_scopes: true,
      needs_call_rate: true,
      route: { method: 'GET', path: '/me', status: 200 },
      tools: [{ name: 'get_me', family: 'me', action: 'get' }],
      input: z.strictObject({}),
      output: Me,
    }),
  },
});
