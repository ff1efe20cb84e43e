import { expect, test } from '@jest/globals';
import { type Document, documentComments, documents } from '@space/contracts/documents';
import { folders } from '@space/contracts/library';
import { callAs } from '@space/runtime/testing';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService();
const [ada, scout] = [`con_${'1'.repeat(26)}`, `agt_${'2'.repeat(26)}`];

const newDocument = ({ call }: LibrarySpace, more: object = {}): Promise<Document> =>
  call(documents, 'create', { title: 'Launch plan', markdown: 'We launch in May.\n\nThe price is 9 euros.', ...more });

const edit = ({ call }: LibrarySpace, id: string, op: object) => call(documents, 'edit', { id, edits: [op as never] });

test('a thread on a text has replies, is resolved and opened again, and tells whom it mentions', async () => {
  const space = service.newSpace();
  const { id: folder_id } = await space.call(folders, 'create', { name: 'Brand' });
  const { id } = await newDocument(space, { folder_id });
  const first = await space.call(documentComments, 'create', { id, body: `Right, [@Ada](space:contact/${ada})?`, quote: 'in May' });
  expect(first).toMatchObject({ quote: 'in May', anchor: 'text', block_id: expect.stringMatching(/^blk_/), mentioned_ids: [ada] });
  const reply = await space.call(documentComments, 'create', { id, body: 'Yes', parent_id: first.id });
  const nested = await space.call(documentComments, 'create', { id, body: 'Sure', parent_id: reply.id });
  expect([reply, nested]).toMatchObject([{ parent_id: first.id, anchor: null, block_id: null }, { parent_id: first.id }]);
  await expect(space.call(documentComments, 'resolve', { id, comment_id: reply.id })).rejects.toMatchObject({ code: 'conflict' });
  expect(await space.call(documentComments, 'resolve', { id, comment_id: first.id })).toMatchObject({
    was_resolved: false,
    replies_count: 2,
    resolved_by: { id: space.caller.actor.id },
  });
  const listed = (more: object) => space.call(documentComments, 'list', { id, limit: 25, ...more } as never);
  expect((await listed({ resolved: true })).data).toHaveLength(3);
  expect((await listed({ resolved: false })).data).toEqual([]);
  expect((await listed({ parent_id: 'none' })).data).toMatchObject([{ id: first.id, anchor: 'text' }]);
  expect((await listed({ parent_id: first.id })).data).toMatchObject([{ id: reply.id }, { id: nested.id }]);
  await space.call(documentComments, 'resolve', { id, comment_id: first.id, resolved: false });
  await space.call(documentComments, 'update', {
    id,
    comment_id: first.id,
    body: `[@Ada](space:contact/${ada}) [@Scout](space:agent/${scout})`,
  });
  await space.call(documentComments, 'delete', { id, comment_id: first.id });
  expect((await listed({})).data).toEqual([]);

  const about = { document_id: id, document: 'Launch plan', folder_id, folder_ids: [folder_id], quote: 'in May', block_id: first.block_id };
  const data = async (type: string) => (await space.events(type)).map((event) => event.data);
  expect(await data('document_commented')).toMatchObject([
    { ...about, comment_id: first.id, edited: false },
    { ...about, comment_id: reply.id, parent_id: first.id, body: 'Yes' },
    { comment_id: nested.id },
    { comment_id: first.id, edited: true },
  ]);
  expect(await data('document_mentioned')).toMatchObject([
    { mentioned_ids: [ada], comment_id: first.id, block_id: first.block_id },
    { mentioned_ids: [scout], comment_id: first.id },
  ]);
  expect(await data('document_comment_resolved')).toMatchObject([{ resolved: true }, { resolved: false }]);
  expect(await data('document_comment_deleted')).toMatchObject([{ comment_id: first.id, deleted_replies: 2 }]);
});

test('a comment follows its text, and says when the text or the block went', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space);
  const text = await space.call(documentComments, 'create', { id, body: 'When?', quote: 'in May' });
  const block = await space.call(documentComments, 'create', { id, body: 'Net?', block_id: text.block_id! });
  const whole = await space.call(documentComments, 'create', { id, body: 'Nice' });
  expect([block.anchor, whole.anchor]).toEqual(['block', null]);
  const anchors = async () => (await space.call(documentComments, 'list', { id, limit: 25 } as never)).data.map(({ anchor }) => anchor);
  await edit(space, id, { op: 'replace_text', find: 'We launch', replace: 'All of us launch early' });
  expect(await anchors()).toEqual(['text', 'block', null]);
  await edit(space, id, { op: 'replace_text', find: ' in May', replace: '' });
  expect(await anchors()).toEqual(['block', 'block', null]);
  await edit(space, id, { op: 'delete', block_id: text.block_id });
  expect(await anchors()).toEqual(['gone', 'gone', null]);
  expect(await space.call(documentComments, 'get', { id, comment_id: text.id })).toMatchObject({ quote: 'in May', anchor: 'gone' });
});

test('comments that cannot be made are refused with the field', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, { markdown: 'May be. May not be.' });
  const create = (input: object) => space.call(documentComments, 'create', { id, body: 'x', ...input });
  await expect(create({ quote: 'June' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('`quote` is not in'),
  });
  await expect(create({ quote: 'May' })).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('2 times') });
  await expect(create({ block_id: 'blk_1' })).rejects.toMatchObject({ code: 'unresolved_reference' });
  await expect(create({ parent_id: 'dcm_1' })).rejects.toMatchObject({ code: 'unresolved_reference' });
  await expect(create({ parent_id: 'dcm_1', quote: 'be' })).rejects.toMatchObject({ code: 'invalid' });
  const { id: comment_id } = await create({});
  const other = callAs(service.ports, { ...space.caller, actor: { kind: 'agent', id: scout, name: 'Scout' } });
  await expect(other(documentComments, 'update', { id, comment_id, body: 'y' })).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = service.newSpace();
  await expect(stranger.call(documentComments, 'get', { id, comment_id })).rejects.toMatchObject({ code: 'not_found' });
  await space.call(documents, 'delete', { id });
  await expect(create({})).rejects.toMatchObject({ code: 'conflict' });
});
