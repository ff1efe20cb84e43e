import { z } from 'zod';
import { id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { ScopeName, scopes } from '../core/scope.ts';
import { StorageUsage } from './storage.ts';

/** A workspace: the unit of isolation. */
export const Space = z.object({ ...resource, name: z.string() }).meta({ id: 'Space' });

/** An agent of a Space; its own keys act in its name. */
export const Agent = z.object({ ...resource, space_id: z.string(), name: z.string() }).meta({ id: 'Agent' });

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
    catalog_mode: z.enum(['every', 'everyday']),
    approval: Approval.describe(APPROVAL),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe('To the minute'),
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

/** Returns the field of a storage limit of a Space. */
const storageLimit = (of: string) =>
  z.int().min(0).nullable().optional().describe(`Most ${of} of the Space; 0 is no limit, null the default of the installation`);

/** A Space's settings: Spaces, keys and agents. Called with the operator token, never with a Space key. */
export const settings = contract({
  name: 'settings',
  service: 'gateway',
  tag: 'Settings',
  description: 'Spaces, keys and agents. For operators: no Space key reaches these.',
  operations: {
    create_space: operation({
      summary: 'Create a Space',
      audience: 'operator',
      route: { method: 'POST', path: '/operator/spaces', status: 201 },
      input: z.strictObject({ name: nonEmptyLine(200).describe('Name of the Space') }),
      output: Space,
      example: { name: 'Acme' },
    }),
    list_spaces: operation({
      summary: 'List Spaces',
      audience: 'operator',
      route: { method: 'GET', path: '/operator/spaces', status: 200 },
      input: z.strictObject({ sort: sortBy(['created_at', 'name'], '-created_at'), limit, cursor, include_total: includeTotal }),
      output: page(Space),
    }),
    get_space_usage: operation({
      summary: 'Read the storage that a Space uses and may use',
      audience: 'operator',
      role: 'admin',
      route: { method: 'GET', path: '/operator/spaces/:space_id/usage', status: 200 },
      input: z.strictObject(spaceId),
      output: StorageUsage,
    }),
    update_storage_limits: operation({
      summary: 'Change the storage that a Space may use',
      description:
        'Changes only the given limits. 0 is no limit; null restores the default of the installation. Every gateway follows within five seconds.',
      audience: 'operator',
      route: { method: 'PATCH', path: '/operator/spaces/:space_id/storage-limits', status: 200 },
      input: z.strictObject({
        ...spaceId,
        bytes: storageLimit('bytes'),
        rows: storageLimit('rows'),
        files: storageLimit('files'),
      }),
      output: StorageUsage,
      example: { space_id: 'spc_01jd0000000000000000000000', bytes: 53_687_091_200 },
    }),
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
        catalog_mode: z.enum(['every', 'everyday']).default('every').describe('The list of MCP tools that the key gets'),
        approval: Approval.default('none').describe(APPROVAL),
        expires_at: z.iso.datetime().optional().describe('A time in the future, in UTC. From then on requests with the key get 401'),
      }),
      problems: ['unresolved_reference'],
      needs_scopes: true,
      output: z.object({ key: Key, api_key: z.string().describe('wks_live_…, shown once') }),
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
    create_agent: operation({
      summary: 'Create an agent',
      audience: 'operator',
      role: 'admin',
      route: { method: 'POST', path: '/operator/spaces/:space_id/agents', status: 201 },
      input: z.strictObject({ ...spaceId, name: nonEmptyLine(200).describe('Name of the agent') }),
      output: Agent,
    }),
    list_agents: operation({
      summary: 'List the agents of a Space',
      audience: 'operator',
      role: 'admin',
      route: { method: 'GET', path: '/operator/spaces/:space_id/agents', status: 200 },
      input: z.strictObject({
        ...spaceId,
        sort: sortBy(['created_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Agent),
    }),
  },
});
