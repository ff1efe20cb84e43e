import { z } from 'zod';
import { nonEmptyLine, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { DOCUMENT_CHANGE_DAYS, DOCUMENT_VERSION_DAYS, MAX_NAMED_VERSIONS, MAX_VERSION_LABEL } from '../documents/limits.ts';
import { BoardElement } from '../whiteboard-elements/element.ts';
import { MAX_COMPARED_ELEMENTS, MAX_WHITEBOARD_TEXT } from './limits.ts';
import { boardActor, boardDeadline, boardVersion, Whiteboard, whiteboardId } from './whiteboard.ts';
import { whiteboardVersionNamed } from './whiteboards.events.ts';

const label = nonEmptyLine(MAX_VERSION_LABEL).describe('Name of the version');

const versionFields = {
  version: z.int(),
  label: z.string().nullable().describe('Its name; null without one'),
  is_stored: z.boolean().describe(`True for a version that can be read after ${DOCUMENT_CHANGE_DAYS} days, too`),
  created_at: timestamp.describe('The time of the change that made it'),
  created_by: boardActor.describe('The actor of the change that made it'),
};

/** A version of the elements of a whiteboard. */
export const WhiteboardVersion = z.object(versionFields).meta({ id: 'WhiteboardVersion' });

/** A version of the elements of a whiteboard. */
export type WhiteboardVersion = z.output<typeof WhiteboardVersion>;

const oneVersion = { ...whiteboardId, version: boardVersion.describe('Number of the version') };

/** The versions of a whiteboard: elements that it has had. */
export const whiteboardVersions = contract({
  name: 'whiteboard_versions',
  service: 'library',
  tag: 'Whiteboard versions',
  description: `The versions of a whiteboard. Each change makes one, which can be read for ${DOCUMENT_CHANGE_DAYS} days. Some are stored for ${DOCUMENT_VERSION_DAYS} days, and those with a name for good.`,
  operations: {
    list: operation({
      summary: 'List the versions of a whiteboard',
      description: 'Newest first, unless sort says otherwise, without their elements.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/versions', status: 200 },
      tools: [{ name: 'list_whiteboard_versions', family: 'whiteboards', action: 'list_versions' }],
      input: z.strictObject({
        ...whiteboardId,
        named: z.boolean().default(false).describe('true for those with a name only'),
        sort: sortBy(['version'], '-version'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(WhiteboardVersion),
    }),
    get: operation({
      summary: 'Read a version of a whiteboard',
      description: 'Its figures and texts; GET /whiteboards/{id}/export with version shows it. A version that is no longer stored is 410.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/versions/:version', status: 200 },
      tools: [{ name: 'get_whiteboard_version', family: 'whiteboards', action: 'get_version' }],
      input: z.strictObject(oneVersion),
      output: WhiteboardVersion.extend({
        id: z.string(),
        ...Whiteboard.pick({ elements_count: true, counts: true, bounds: true }).shape,
        text: z.string().describe(`Its texts, at most ${MAX_WHITEBOARD_TEXT} characters, words of others`),
      }),
      problems: ['gone', 'unavailable'],
      ...boardDeadline,
    }),
    create: operation({
      summary: 'Give the present state of a whiteboard a name as a version',
      description: `Names the present version, or that of version. Named versions stay; a whiteboard has up to ${MAX_NAMED_VERSIONS}.`,
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/versions', status: 200 },
      tools: [{ name: 'create_whiteboard_version', family: 'whiteboards', action: 'create_version' }],
      input: z.strictObject({
        ...whiteboardId,
        label,
        version: boardVersion.optional().describe('Number of the version; default the present one'),
      }),
      output: WhiteboardVersion.extend({ id: z.string(), label_before: z.string().nullable().describe('Its name before; null for none') }),
      emits: [whiteboardVersionNamed],
      undo: (_input, { id, version, label_before }) => ({
        tool: 'update_whiteboard_version',
        arguments: { id, version, label: label_before },
      }),
      problems: ['gone', 'limit_reached', 'unavailable'],
      ...boardDeadline,
      example: { id: 'wbd_01jd0000000000000000000000', label: 'After the workshop' },
    }),
    update: operation({
      summary: 'Rename a version of a whiteboard, or take its name away',
      scope: 'whiteboards:write',
      route: { method: 'PATCH', path: '/whiteboards/:id/versions/:version', status: 200 },
      tools: [{ name: 'update_whiteboard_version', family: 'whiteboards', action: 'update_version' }],
      input: z.strictObject({ ...oneVersion, label: label.nullable().describe('Name of the version; null takes it away') }),
      output: WhiteboardVersion.extend({ id: z.string(), label_before: z.string().nullable().describe('Its name before; null for none') }),
      emits: [whiteboardVersionNamed],
      undo: (_input, { id, version, label: now, label_before }) =>
        now === label_before ? null : { tool: 'update_whiteboard_version', arguments: { id, version, label: label_before } },
      problems: ['gone', 'limit_reached', 'unavailable'],
      ...boardDeadline,
      example: { id: 'wbd_01jd0000000000000000000000', version: 7, label: 'Final' },
    }),
    diff: operation({
      summary: 'Compare two versions of a whiteboard',
      description: `The elements that were added, changed and deleted from one version to another, ${MAX_COMPARED_ELEMENTS} of each at most.`,
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/diff', status: 200 },
      tools: [{ name: 'diff_whiteboard_versions', family: 'whiteboards', action: 'diff_versions' }],
      input: z.strictObject({
        ...whiteboardId,
        from_version: boardVersion.describe('Number of the version before'),
        to_version: boardVersion.optional().describe('Number of the version after; default the present one'),
      }),
      output: z.object({
        id: z.string(),
        from_version: z.int(),
        to_version: z.int(),
        added: z.array(BoardElement),
        updated: z.array(z.object({ before: BoardElement, after: BoardElement })),
        removed: z.array(BoardElement),
        is_truncated: z.boolean().describe('True if there are more'),
      }),
      problems: ['gone', 'unavailable'],
      ...boardDeadline,
      example: { id: 'wbd_01jd0000000000000000000000', from_version: 3 },
    }),
  },
});
