import { z } from 'zod';
import { id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { ScopeName, scopes } from '../core/scope.ts';
import { MAX_OLD_SECRET_HOURS } from './limits.ts';

/** The list of MCP tools that a key gets (contract, A8). */
export const CatalogMode = z.enum(['every', 'everyday']);

/** The MCP calls of a key that a person must approve first. */
export const Approval = z.enum(['none', 'destructive', 'writes']);

/** The MCP calls of a key that a person must approve first. */
export type Approval = z.infer<typeof Approval>;

const APPROVAL =
  'The MCP calls that a person must approve first: none; destructive, which delete, overwrite or reach outside of the Space; or writes, which are all that change something';

/** A Space API key as the settings show it: never the key itself. */
export const Key = z
  .object({
    ...resource,
    space_id: z.string(),
    name: z.string(),
    hint: z.string().describe('The start and the last four characters, to tell keys apart'),
    scopes: z.array(z.string()),
    agent_id: z.string().nullable(),
    created_by: z.string().nullable().describe('The member (mbr_…) who made it; null for the operator'),
    catalog_mode: CatalogMode,
    approval: Approval.describe(APPROVAL),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe('To the minute'),
    old_secret_ends_at: timestamp.nullable().describe('The end of the secret before the last roll; null before the first roll'),
  })
  .meta({ id: 'Key' });

/** The access that a person gave a client of OAuth: it stands for a key, within some of its scopes. */
export const Grant = z
  .object({
    id: z.string(),
    created_at: timestamp,
    space_id: z.string(),
    key_id: z.string().describe('The key that the access stands for'),
    client_id: z.string().describe('The URL of the metadata document of the client, or the id that it got when it registered'),
    client_name: z.string().describe('The name that the client gives itself'),
    scopes: z.array(z.string()).describe('The scopes that the person allowed; those that the key has lost do not count'),
    refreshed_at: timestamp.describe('The time when the client last got tokens'),
    expires_at: timestamp.describe('The end, unless the client gets tokens before'),
    revoked_at: timestamp.nullable().describe('The time of the revocation; null while the grant is not revoked'),
  })
  .meta({ id: 'Grant' });

const spaceId = { space_id: id('Space') };
const keyId = { ...spaceId, id: id('key') };
const shownOnce = z.string().describe('wks_live_…, shown once');

/** The settings operations on keys and on their OAuth grants. */
export const keyOperations = {
  create_key: operation({
    summary: 'Create a Space API key',
    description: 'The key is shown only in this answer; its hash is stored.',
    audience: 'operator',
    role: 'admin',
    needs_confirmation: true,
    route: { method: 'POST', path: '/operator/spaces/:space_id/keys', status: 201 },
    input: z.strictObject({
      ...spaceId,
      name: nonEmptyLine(200).default('API key').describe('Name to recognise the key by'),
      scopes: z.array(ScopeName).min(1).max(scopes.length).describe('Scopes of the key'),
      agent_id: id('agent').optional(),
      catalog_mode: CatalogMode.default('every').describe('The list of MCP tools that the key gets'),
      approval: Approval.default('none').describe(APPROVAL),
      expires_at: z.iso.datetime().optional().describe('A time in the future, in UTC. From then on requests with the key get 401'),
    }),
    problems: ['unresolved_reference'],
    needs_scopes: true,
    output: z.object({ key: Key, api_key: shownOnce }),
    confidential: true,
    example: { space_id: 'spc_01jd0000000000000000000000', scopes: ['contacts:read'] },
  }),
  list_keys: operation({
    summary: 'List the keys of a Space',
    audience: 'operator',
    role: 'admin',
    route: { method: 'GET', path: '/operator/spaces/:space_id/keys', status: 200 },
    input: z.strictObject({ ...spaceId, sort: sortBy(['created_at'], '-created_at'), limit, cursor, include_total: includeTotal }),
    output: page(Key),
  }),
  get_key: operation({
    summary: 'Read a key',
    audience: 'operator',
    role: 'admin',
    route: { method: 'GET', path: '/operator/spaces/:space_id/keys/:id', status: 200 },
    input: z.strictObject(keyId),
    output: Key,
    versioned: true,
  }),
  update_key: operation({
    summary: 'Rename or narrow a key',
    description:
      'Changes only the given fields. A key gets fewer scopes and an earlier expiry, never more: create a new key for that. Takes effect on every gateway immediately.',
    audience: 'operator',
    role: 'admin',
    needs_confirmation: true,
    route: { method: 'PATCH', path: '/operator/spaces/:space_id/keys/:id', status: 200 },
    input: z.strictObject({
      ...keyId,
      name: nonEmptyLine(200).optional().describe('Name to recognise the key by'),
      scopes: z.array(ScopeName).min(1).max(scopes.length).optional().describe('The scopes that the key keeps'),
      catalog_mode: CatalogMode.optional().describe('The list of MCP tools; always everyday for the key of an agent'),
      approval: Approval.optional().describe(APPROVAL),
      expires_at: z.iso.datetime().optional().describe('A time in the future, in UTC, no later than the present end'),
    }),
    output: Key,
    versioned: true,
    problems: ['conflict'],
    example: { space_id: 'spc_01jd0000000000000000000000', id: 'key_01jd0000000000000000000000', scopes: ['contacts:read'] },
  }),
  roll_key: operation({
    summary: 'Replace the secret of a key',
    description: `The key keeps its id, scopes, automations and OAuth clients; its new secret is shown only in this answer. The old secret ends immediately, or after old_valid_hours. A secret that an earlier roll left valid ends immediately. After a leak, revoke_grants ends the OAuth clients, too: the secret may have connected some.`,
    audience: 'operator',
    role: 'admin',
    needs_confirmation: true,
    route: { method: 'POST', path: '/operator/spaces/:space_id/keys/:id/roll', status: 200 },
    effects: ['destructive'],
    input: z.strictObject({
      ...keyId,
      old_valid_hours: z
        .int()
        .min(0)
        .max(MAX_OLD_SECRET_HOURS)
        .default(0)
        .describe('Hours for which the old secret stays valid; 0 ends it immediately'),
      revoke_grants: z.boolean().default(false).describe('True revokes the OAuth grants of the key'),
    }),
    needs_scopes: true,
    problems: ['conflict'],
    output: z.object({ key: Key, api_key: shownOnce, revoked_grants: z.int().describe('The number of OAuth grants that were revoked') }),
    confidential: true,
    example: { space_id: 'spc_01jd0000000000000000000000', id: 'key_01jd0000000000000000000000', old_valid_hours: 1 },
  }),
  preview_tools: operation({
    summary: 'Read the MCP tools that a key would be listed',
    description: 'Names the tools of tools/list for some scopes. In Everyday mode a key gets further tools when it calls them.',
    audience: 'operator',
    role: 'admin',
    route: { method: 'GET', path: '/operator/spaces/:space_id/tools', status: 200 },
    input: z.strictObject({
      ...spaceId,
      scopes: z.array(ScopeName).min(1).max(scopes.length).describe('Scopes of the key'),
      catalog_mode: CatalogMode.default('every').describe('The list of MCP tools that the key gets'),
    }),
    output: z.object({
      tools: z.array(z.string()).describe('The names in tools/list, in its order'),
      callable: z.int().describe('The number of actions that the key may call, listed or not'),
      bytes: z.int().describe('The size of the list of tools as JSON'),
    }),
    example: { space_id: 'spc_01jd0000000000000000000000', scopes: ['contacts:read'], catalog_mode: 'everyday' },
  }),
  revoke_key: operation({
    summary: 'Revoke a key',
    description: 'Takes effect on every gateway immediately. Revoking a key again changes nothing.',
    audience: 'operator',
    role: 'admin',
    route: { method: 'POST', path: '/operator/keys/:id/revoke', status: 200 },
    effects: ['destructive'],
    input: z.strictObject({ id: id('key') }),
    output: Key,
  }),
  list_grants: operation({
    summary: 'List the OAuth grants of a key',
    description:
      'The clients that act with this key over OAuth, newest first, unless sort says otherwise. A grant is listed for 30 days after it was revoked or has expired.',
    audience: 'operator',
    role: 'admin',
    route: { method: 'GET', path: '/operator/spaces/:space_id/keys/:key_id/grants', status: 200 },
    input: z.strictObject({
      ...spaceId,
      key_id: id('key'),
      sort: sortBy(['created_at'], '-created_at'),
      limit,
      cursor,
      include_total: includeTotal,
    }),
    output: page(Grant),
  }),
  revoke_grant: operation({
    summary: 'Revoke an OAuth grant',
    description:
      'Ends the access of one client; the key and its other clients are not changed. Takes effect on every gateway immediately. Revoking a grant again changes nothing.',
    audience: 'operator',
    role: 'admin',
    route: { method: 'POST', path: '/operator/spaces/:space_id/grants/:id/revoke', status: 200 },
    effects: ['destructive'],
    input: z.strictObject({ ...spaceId, id: id('grant') }),
    output: Grant,
  }),
};
