import { z } from 'zod';
import { Deleted, fieldsBefore, id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { tableShareLinkCreated, tableShareLinkRevoked, tableShareLinkUpdated } from './tables.events.ts';

const tableId = { table_id: id('table') };
const linkId = { ...tableId, link_id: id('share link') };
const linkName = nonEmptyLine(200).describe('A name for your list of links; visitors do not see it');
const password = z.string().min(8).max(200).describe('Required to open the link; stored as a hash');
const expiry = moment.describe('From then on the link does not work');

/** A public, view-only link to a view (contract, T12). */
export const ShareLink = z
  .object({
    ...resource,
    table_id: z.string(),
    view_id: z.string(),
    name: z.string().nullable(),
    url: z.string().describe('Anyone with this URL can read what the view shows'),
    has_password: z.boolean(),
    expires_at: timestamp.nullable(),
    opened_count: z.int().describe('Number of times it was opened'),
    last_opened_at: timestamp.nullable(),
  })
  .meta({ id: 'ShareLink' });

/** Public links to views: read-only pages for people without a key (contract, T12). */
export const shareLinks = contract({
  name: 'share_links',
  family: 'table_share_links',
  service: 'tables',
  tag: 'Share links',
  description:
    "Public, view-only links to a view. A link shows the view's columns and rows and nothing else. It stops working immediately when it is revoked.",
  operations: {
    list: operation({
      summary: 'List the share links of a table',
      description: 'Newest first, unless sort says otherwise. By name, links without one come first. Revoked links are gone.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/share-links', status: 200 },
      tools: [{ name: 'list_table_share_links', family: 'table_share_links', action: 'list' }],
      input: z.strictObject({
        ...tableId,
        sort: sortBy(['created_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(ShareLink),
    }),
    get: operation({
      summary: 'Read a share link',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/share-links/:link_id', status: 200 },
      tools: [{ name: 'get_table_share_link', family: 'table_share_links', action: 'get' }],
      input: z.strictObject(linkId),
      output: ShareLink,
    }),
    create: operation({
      summary: 'Share a view by a public link',
      description: "The table's default view when view_id is left out.",
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/share-links', status: 201 },
      tools: [{ name: 'create_table_share_link', family: 'table_share_links', action: 'create' }],
      input: z.strictObject({
        ...tableId,
        view_id: id('view').optional(),
        name: linkName.optional(),
        password: password.optional(),
        expires_at: expiry.optional(),
      }),
      output: ShareLink,
      emits: [tableShareLinkCreated],
      undo: ({ table_id }, { id: link_id }) => ({ tool: 'delete_table_share_link', arguments: { table_id, link_id } }),
      confidential: true,
      problems: ['unresolved_reference', 'limit_reached', 'conflict'],
      example: { table_id: 'tbl_01jd0000000000000000000000', name: 'For our partners' },
    }),
    update: operation({
      summary: 'Change a share link',
      description:
        'Only the fields given change; its URL stays. A new password ends the visits of those who entered the old one. An expiry in the past ends the link until it is changed again.',
      scope: 'tables:write',
      route: { method: 'PATCH', path: '/tables/:table_id/share-links/:link_id', status: 200 },
      tools: [{ name: 'update_table_share_link', family: 'table_share_links', action: 'update' }],
      input: z.strictObject({
        ...linkId,
        view_id: id('view').optional(),
        name: linkName.nullable().optional().describe('A name for your list of links; null for none'),
        password: password.nullable().optional().describe('Required to open the link; null removes it'),
        expires_at: expiry.nullable().optional().describe('From then on the link does not work; null for never'),
      }),
      output: ShareLink.extend({
        changed: z.array(z.string()).describe('Names of the fields that are other now than before'),
        before: fieldsBefore.describe('The changed fields as they were before; without an old password, which is not stored'),
      }),
      emits: [tableShareLinkUpdated],
      confidential: true,
      undo: ({ table_id, link_id }, { changed, before }) =>
        changed.length === 0 || changed.some((name) => !(name in before))
          ? null
          : { tool: 'update_table_share_link', arguments: { table_id, link_id, ...before } },
      problems: ['unresolved_reference'],
      example: {
        table_id: 'tbl_01jd0000000000000000000000',
        link_id: 'shr_01jd0000000000000000000000',
        name: 'For our partners',
      },
    }),
    delete: operation({
      summary: 'Revoke a share link',
      description: 'Its URL stops working immediately.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/share-links/:link_id', status: 200 },
      tools: [{ name: 'delete_table_share_link', family: 'table_share_links', action: 'delete' }],
      input: z.strictObject(linkId),
      output: Deleted,
      emits: [tableShareLinkRevoked],
      no_undo: 'the address of a revoked link never works again',
    }),
  },
});
