import { z } from 'zod';
import { id } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { SPACE_DELETION_DAYS } from './limits.ts';
import { Space } from './space.ts';

const spaceId = { space_id: id('Space') };

/** The operations that delete a Space and take that back. */
export const spaceDeletionOperations = {
  delete_space: operation({
    summary: 'Delete a Space',
    description: `Closes the Space, and deletes all that it has ${SPACE_DELETION_DAYS} days later. Until then an owner can take it back. Meanwhile keys get 401, members can call nothing else, public pages are 404 within ten seconds, and nothing is delivered, run or published on networks. A second call changes nothing.`,
    audience: 'operator',
    role: 'owner',
    needs_confirmation: true,
    allowed_in_closed_space: true,
    route: { method: 'POST', path: '/operator/spaces/:space_id/delete', status: 200 },
    effects: ['destructive'],
    input: z.strictObject({
      ...spaceId,
      name: z.string().max(200).describe('The name of the Space, exactly, so that no other one is deleted'),
    }),
    output: Space,
    example: { space_id: 'spc_01jd0000000000000000000000', name: 'Acme' },
  }),
  restore_space: operation({
    summary: 'Take the deletion of a Space back',
    description: `Opens the Space again, with all keys that were active. Deliveries and runs continue. Possible for ${SPACE_DELETION_DAYS} days; after that it is a 409 conflict. A Space that is not being deleted stays as it is.`,
    audience: 'operator',
    role: 'owner',
    allowed_in_closed_space: true,
    route: { method: 'POST', path: '/operator/spaces/:space_id/restore', status: 200 },
    input: z.strictObject(spaceId),
    output: Space,
    problems: ['conflict'],
  }),
};
