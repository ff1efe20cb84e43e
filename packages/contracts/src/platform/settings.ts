import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { agentOperations } from './agent-settings.ts';
import { keyOperations } from './key-settings.ts';
import { Space, spaceName, spaceTimeZone } from './space.ts';
import { spaceDeletionOperations } from './space-deletion.ts';
import { StorageUsage } from './storage.ts';

const spaceId = { space_id: id('Space') };

/** A limit of a Space and what the Space uses of it. */
const SpaceLimit = z.object({
  name: z.enum(['members', 'open_invitations', 'storage_bytes', 'storage_rows', 'storage_files']),
  used: z.int().min(0).describe('The amount that the Space uses now; of storage, as measured last and at most grown since'),
  maximum: z.int().min(0).nullable().describe('The most that the Space may use; null is no limit'),
});

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
      input: z.strictObject({ name: spaceName, timezone: spaceTimeZone.default('UTC') }),
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
    get_space: operation({
      summary: 'Read a Space',
      audience: 'operator',
      role: 'viewer',
      allowed_in_closed_space: true,
      route: { method: 'GET', path: '/operator/spaces/:space_id', status: 200 },
      input: z.strictObject(spaceId),
      output: Space,
      versioned: true,
    }),
    update_space: operation({
      summary: 'Change the name or the time zone of a Space',
      description:
        'Public pages without a name of their own show the new name within fifteen seconds. Due dates that are there already stay in their zone.',
      audience: 'operator',
      role: 'owner',
      route: { method: 'PATCH', path: '/operator/spaces/:space_id', status: 200 },
      input: z.strictObject({ ...spaceId, name: spaceName.optional(), timezone: spaceTimeZone.optional() }),
      output: Space,
      versioned: true,
      example: { space_id: 'spc_01jd0000000000000000000000', name: 'Acme Ltd' },
    }),
    list_limits: operation({
      summary: 'List the limits of a Space with what it uses',
      description: 'The limits that the settings know a figure for: members, open invitations and storage.',
      audience: 'operator',
      role: 'viewer',
      route: { method: 'GET', path: '/operator/spaces/:space_id/limits', status: 200 },
      input: z.strictObject(spaceId),
      output: z.object({ data: z.array(SpaceLimit) }),
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
    ...spaceDeletionOperations,
    ...keyOperations,
    ...agentOperations,
  },
});
