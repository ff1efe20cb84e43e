import { describe, expect, test } from '@jest/globals';
import type { Undo } from '../core/operation.ts';
import { publicCatalog, toolCatalog } from './catalog.ts';

/** Returns the undo of a call, which must be a valid call of a tool in the catalog. */
function undoOf(name: string, args: object, output: object): Undo | null {
  const { operation, tool } = toolCatalog.get(name)!;
  const undo = operation.undo!(operation.input.parse({ ...tool.preset, ...args }) as never, output as never);
  if (undo) {
    const { operation: back, tool: backTool } = toolCatalog.get(undo.tool)!;
    expect(() => back.input.parse({ ...backTool.preset, ...undo.arguments })).not.toThrow();
  }
  return undo;
}

const id = 'x_1';
const at = '2027-01-01T00:00:00.000Z';
const row = { table_id: 'tbl_1', row_id: 'row_1' };
const table = { table_id: 'tbl_1' };
const tags = { id, tags: ['vip', 'new'] };
const quiet = { publish_at: null, unpublish_at: null };
const live = (version: number, slug = 'about') => ({ status: 'published', published_version: version, published_slug: slug });
const hidden = { status: 'unpublished', published_version: null, published_slug: 'about' };
const page = (after: object, before: object) => ({ ...after, before: { ...quiet, ...before } });
const post = (status: string, before: object) => ({ status, before: { ...quiet, ...before } });
const publishPage = (args: object) => ({ tool: 'publish_page', arguments: { id, ...args } });
const publishPost = (args: object) => ({ tool: 'publish_blog_post', arguments: { id, ...args } });
const revert = { tool: 'revert_table_row', arguments: { ...row, version: 7 } };
const archive = (archived: boolean) => ({ tool: 'update_table', arguments: { ...table, archived } });
const restore = { tool: 'restore_table_snapshot', arguments: { ...table, snapshot_id: 'snp_1' } };

const cases: readonly (readonly [string, string, object, object, Undo | null])[] = [
  [
    'untag_contact',
    'restores the removed tags',
    tags,
    { removed_tags: ['vip'] },
    { tool: 'tag_contact', arguments: { id, tags: ['vip'] } },
  ],
  ['untag_contact', 'has no undo when no tag was removed', tags, { removed_tags: [] }, null],
  ['delete_table', 'unarchives a table that it archived', table, { archived: true, was_archived: false }, archive(false)],
  ['delete_table', 'has no undo for a table that was archived before', table, { archived: true, was_archived: true }, null],
  ['delete_table', 'has no undo for a hard delete', { ...table, hard: true }, { archived: false, was_archived: false }, null],
  [
    'update_table',
    'unarchives a table that it archived',
    { ...table, archived: true },
    { archived: true, changed: ['archived'] },
    archive(false),
  ],
  [
    'update_table',
    'archives a table that it unarchived',
    { ...table, archived: false },
    { archived: false, changed: ['archived'] },
    archive(true),
  ],
  ['update_table', 'has no undo for a table that was archived before', { ...table, archived: true }, { archived: true, changed: [] }, null],
  [
    'update_table',
    'has no undo when it changed more than `archived`',
    { ...table, archived: true, icon: 'x' },
    { archived: true, changed: ['icon', 'archived'] },
    null,
  ],
  [
    'restore_table_snapshot',
    'restores the snapshot taken before',
    { ...table, snapshot_id: 'snp_2' },
    { undo_snapshot_id: 'snp_1' },
    restore,
  ],
  ['import_table_rows', 'restores the snapshot taken before', { ...table, csv: 'name' }, { snapshot_id: 'snp_1' }, restore],
  ['import_table_rows', 'has no undo when it imported nothing', { ...table, csv: 'name' }, { snapshot_id: null }, null],
  ['update_table_row', 'reverts to the previous version', { ...row, data: {} }, { previous_version: 7 }, revert],
  ['update_table_row', 'has no undo when it changed nothing', { ...row, data: {} }, { previous_version: null }, null],
  ['revert_table_row', 'reverts to the previous version', { ...row, version: 3 }, { previous_version: 7 }, revert],
  ['delete_table_row', 'reverts to the previous version', row, { previous_version: 7 }, revert],
  ['publish_page', 'unpublishes a page that was unpublished', { id }, page(live(1), hidden), publishPage({ publish: false })],
  ['publish_page', 'publishes the previous version', { id }, page(live(2), live(1)), publishPage({ version: 1, published_slug: 'about' })],
  [
    'publish_page',
    'publishes the previous version',
    { id, version: 1 },
    page(live(1), live(2)),
    publishPage({ version: 2, published_slug: 'about' }),
  ],
  [
    'publish_page',
    'restores the previous slug',
    { id },
    page(live(1, 'we'), live(1)),
    publishPage({ version: 1, published_slug: 'about' }),
  ],
  ['publish_page', 'has no undo when it changed nothing', { id }, page(live(1), live(1)), null],
  [
    'publish_page',
    'publishes the version that was published',
    { id, publish: false },
    page(hidden, live(3)),
    publishPage({ version: 3, published_slug: 'about' }),
  ],
  ['publish_page', 'has no undo for a page that was unpublished already', { id, publish: false }, page(hidden, hidden), null],
  ['publish_page', 'has no undo when it ended a schedule', { id }, page(live(1), { ...hidden, publish_at: at }), null],
  [
    'publish_page',
    'cancels the schedule',
    { id, scheduled_at: at },
    page(hidden, hidden),
    publishPage({ publish: true, scheduled_at: null }),
  ],
  ['publish_page', 'has no undo when it replaced a schedule', { id, scheduled_at: at }, page(hidden, { ...hidden, publish_at: at }), null],
  [
    'publish_page',
    'has no undo when it cancelled a schedule',
    { id, scheduled_at: null },
    page(hidden, { ...hidden, publish_at: at }),
    null,
  ],
  ['publish_page', 'has no undo when it cancelled nothing', { id, scheduled_at: null }, page(hidden, hidden), null],
  [
    'publish_page',
    'has no undo when it cancelled a schedule',
    { id, publish: false, scheduled_at: null },
    page(live(1), { ...live(1), unpublish_at: at }),
    null,
  ],
  [
    'publish_blog_post',
    'unpublishes a post that was a draft',
    { id },
    post('published', { status: 'draft' }),
    publishPost({ publish: false }),
  ],
  [
    'publish_blog_post',
    'publishes the post again',
    { id, publish: false },
    post('draft', { status: 'published' }),
    publishPost({ publish: true }),
  ],
  ['publish_blog_post', 'has no undo when it changed nothing', { id }, post('published', { status: 'published' }), null],
  ['publish_blog_post', 'has no undo when it ended a schedule', { id }, post('published', { status: 'draft', publish_at: at }), null],
  [
    'publish_blog_post',
    'cancels the schedule',
    { id, scheduled_at: at },
    post('draft', { status: 'draft' }),
    publishPost({ publish: true, scheduled_at: null }),
  ],
  [
    'publish_blog_post',
    'has no undo when it cancelled a schedule',
    { id, scheduled_at: null },
    post('draft', { status: 'draft', publish_at: at }),
    null,
  ],
  [
    'publish_blog_post',
    'has no undo when it cancelled nothing',
    { id, publish: false, scheduled_at: null },
    post('published', { status: 'published' }),
    null,
  ],
];

describe('the undo of a call', () => {
  test.each(cases)('%s: %s', (name, _what, args, output, undo) => {
    expect(undoOf(name, args, output)).toEqual(undo);
  });

  test('is tested for each operation that has one', () => {
    const undoable = publicCatalog.filter(({ operation }) => operation.undo);
    const tested = new Set(cases.map(([name]) => toolCatalog.get(name)!.id));
    expect([...tested].sort()).toEqual(undoable.map((entry) => entry.id).sort());
  });
});
