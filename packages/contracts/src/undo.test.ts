import { expect, test } from '@jest/globals';
import { publicCatalog, toolCatalog } from './catalog.ts';

const undoable = publicCatalog.filter(({ operation }) => operation.undo && operation.tools);

test.each(undoable)('what takes $id back is a call that the catalogue takes', ({ operation }) => {
  const input = operation.input.parse({ ...operation.example, ...ids(operation.input.shape) });
  const output = { archived: true, undo_snapshot_id: 'snp_2', deleted: false } as never;
  const undo = operation.undo!(input as never, output)!;
  const { operation: back, tool } = toolCatalog.get(undo.tool)!;
  expect(() => back.input.parse({ ...tool.preset, ...undo.arguments })).not.toThrow();
});

const ids = (shape: object): Record<string, string> =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((name) => name === 'id' || name.endsWith('_id'))
      .map((name) => [name, 'x_1']),
  );

test('some things that take something away can be taken back', () => {
  expect(undoable.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['contacts.untag', 'tables.delete', 'snapshots.restore', 'pages.publish', 'blog_posts.publish']),
  );
});
