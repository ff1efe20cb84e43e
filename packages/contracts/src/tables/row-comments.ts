import { z } from 'zod';
import { Deleted, id, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { MAX_COMMENT_CHARACTERS } from './limits.ts';
import { tableRowCommentDeleted, tableRowCommented } from './tables.events.ts';

const rowId = { table_id: id('table'), row_id: id('row') };
const commentId = { ...rowId, comment_id: id('comment') };

/** A comment on a row; its author is the holder of the key that posted it (contract, T10). */
export const RowComment = z
  .object({
    ...resource,
    table_id: z.string(),
    row_id: z.string(),
    body: z.string(),
    author: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  })
  .meta({ id: 'RowComment' });

/** Comments on rows (contract, T10). */
export const rowComments = contract({
  name: 'row_comments',
  service: 'tables',
  tag: 'Row comments',
  description: 'Comments on rows, oldest first.',
  operations: {
    list: operation({
      summary: 'List the comments on a row',
      description: 'Oldest first, unless sort says otherwise.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/rows/:row_id/comments', status: 200 },
      tools: [{ name: 'list_row_comments', family: 'row_comments', action: 'list' }],
      input: z.strictObject({ ...rowId, sort: sortBy(['created_at'], 'created_at'), limit, cursor, include_total: includeTotal }),
      output: page(RowComment),
    }),
    get: operation({
      summary: 'Read a comment on a row',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/rows/:row_id/comments/:comment_id', status: 200 },
      tools: [{ name: 'get_row_comment', family: 'row_comments', action: 'get' }],
      input: z.strictObject(commentId),
      output: RowComment,
    }),
    create: operation({
      summary: 'Comment on a row',
      description: 'The author is the holder of the key: the agent for an agent key.',
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/rows/:row_id/comments', status: 201 },
      tools: [{ name: 'create_row_comment', family: 'row_comments', action: 'create' }],
      input: z.strictObject({
        ...rowId,
        body: z
          .string()
          .min(1)
          .refine((text) => text.trim() !== '', 'must not be empty')
          .refine((text) => [...text].length <= MAX_COMMENT_CHARACTERS, `must have at most ${MAX_COMMENT_CHARACTERS} characters`)
          .meta({
            description: `At most ${MAX_COMMENT_CHARACTERS} characters, counted in code points`,
            maxLength: MAX_COMMENT_CHARACTERS,
          }),
      }),
      output: RowComment,
      emits: [tableRowCommented],
      undo: ({ table_id, row_id }, { id: comment_id }) => ({ tool: 'delete_row_comment', arguments: { table_id, row_id, comment_id } }),
      problems: ['conflict'],
      example: { table_id: 'tbl_01jd0000000000000000000000', row_id: 'row_01jd0000000000000000000000', body: 'They called back.' },
    }),
    delete: operation({
      summary: 'Delete a comment',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/rows/:row_id/comments/:comment_id', status: 200 },
      tools: [{ name: 'delete_row_comment', family: 'row_comments', action: 'delete' }],
      input: z.strictObject(commentId),
      output: Deleted,
      emits: [tableRowCommentDeleted],
      no_undo: 'a comment made again has another author or time',
    }),
  },
});
