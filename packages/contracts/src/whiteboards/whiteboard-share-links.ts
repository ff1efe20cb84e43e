import { z } from 'zod';
import { Deleted, fieldsBefore, id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { whiteboardId } from './whiteboard.ts';
import { whiteboardShareLinkCreated, whiteboardShareLinkRevoked, whiteboardShareLinkUpdated } from './whiteboard-share-links.events.ts';

const linkId = { ...whiteboardId, link_id: id('share link') };
const linkName = nonEmptyLine(200).describe('A name for your list of links; visitors do not see it');
const password = z.string().min(8).max(200).describe('Required to open the link; stored as a hash');
const expiry = moment.describe('From then on the link does not work');

/** A public link that reads a whiteboard. */
export const WhiteboardShareLink = z
  .object({
    ...resource,
    whiteboard_id: z.string(),
    name: z.string().nullable(),
    url: z.string().describe('Anyone with this URL can read the whiteboard'),
    has_password: z.boolean(),
    expires_at: timestamp.nullable(),
    opened_count: z.int().describe('Number of times it was opened'),
    last_opened_at: timestamp.nullable(),
  })
  .meta({ id: 'WhiteboardShareLink' });

/** A public link that reads a whiteboard. */
export type WhiteboardShareLink = z.output<typeof WhiteboardShareLink>;

/** Public links to whiteboards: pages for people without a key. */
export const whiteboardShareLinks = contract({
  name: 'whiteboard_share_links',
  family: 'whiteboard_sharing',
  service: 'library',
  tag: 'Sharing of whiteboards',
  description:
    'Public links that show a whiteboard with its pictures, as it is now; of other things that it embeds only those that are public themselves.',
  operations: {
    list: operation({
      summary: 'List the share links of a whiteboard',
      description: 'Newest first, unless sort says otherwise. By name, links without one come first. Revoked links are gone.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/share-links', status: 200 },
      tools: [{ name: 'list_whiteboard_share_links', family: 'whiteboard_sharing', action: 'list_links' }],
      input: z.strictObject({
        ...whiteboardId,
        sort: sortBy(['created_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(WhiteboardShareLink),
    }),
    get: operation({
      summary: 'Read a share link of a whiteboard',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/share-links/:link_id', status: 200 },
      tools: [{ name: 'get_whiteboard_share_link', family: 'whiteboard_sharing', action: 'get_link' }],
      input: z.strictObject(linkId),
      output: WhiteboardShareLink,
    }),
    create: operation({
      summary: 'Share a whiteboard by a public link',
      description: 'The link shows the whiteboard as it is now, also after later changes.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/share-links', status: 201 },
      tools: [{ name: 'create_whiteboard_share_link', family: 'whiteboard_sharing', action: 'create_link' }],
      input: z.strictObject({
        ...whiteboardId,
        name: linkName.optional(),
        password: password.optional(),
        expires_at: expiry.optional(),
      }),
      output: WhiteboardShareLink,
      emits: [whiteboardShareLinkCreated],
      undo: ({ id: whiteboard }, { id: link_id }) => ({ tool: 'delete_whiteboard_share_link', arguments: { id: whiteboard, link_id } }),
      confidential: true,
      problems: ['limit_reached', 'conflict'],
      example: { id: 'wbd_01jd0000000000000000000000', name: 'For our partners' },
    }),
    update: operation({
      summary: 'Change a share link of a whiteboard',
      description:
        'Only the fields given change; its URL stays. A new password ends the visits of those who entered the old one. An expiry in the past ends the link until it is changed again.',
      scope: 'whiteboards:write',
      route: { method: 'PATCH', path: '/whiteboards/:id/share-links/:link_id', status: 200 },
      tools: [{ name: 'update_whiteboard_share_link', family: 'whiteboard_sharing', action: 'update_link' }],
      input: z.strictObject({
        ...linkId,
        name: linkName.nullable().optional().describe('A name for your list of links; null for none'),
        password: password.nullable().optional().describe('Required to open the link; null removes it'),
        expires_at: expiry.nullable().optional().describe('From then on the link does not work; null for never'),
      }),
      output: WhiteboardShareLink.extend({
        changed: z.array(z.string()).describe('Names of the fields that are other now than before'),
        before: fieldsBefore.describe('The changed fields as they were before; without an old password, which is not stored'),
      }),
      emits: [whiteboardShareLinkUpdated],
      confidential: true,
      undo: ({ id: whiteboard, link_id }, { changed, before }) =>
        changed.length === 0 || changed.some((name) => !(name in before))
          ? null
          : { tool: 'update_whiteboard_share_link', arguments: { id: whiteboard, link_id, ...before } },
      example: { id: 'wbd_01jd0000000000000000000000', link_id: 'wsh_01jd0000000000000000000000', name: 'For our partners' },
    }),
    delete: operation({
      summary: 'Revoke a share link of a whiteboard',
      description: 'Its URL stops working immediately, also for the pictures on the whiteboard.',
      scope: 'whiteboards:write',
      route: { method: 'DELETE', path: '/whiteboards/:id/share-links/:link_id', status: 200 },
      tools: [{ name: 'delete_whiteboard_share_link', family: 'whiteboard_sharing', action: 'delete_link' }],
      input: z.strictObject(linkId),
      output: Deleted,
      emits: [whiteboardShareLinkRevoked],
      no_undo: 'the address of a revoked link never works again',
    }),
  },
});
