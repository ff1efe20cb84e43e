import { expect, test } from '@jest/globals';
import { folders } from '@space/contracts/library';
import { whiteboardComments, whiteboardElements, whiteboards } from '@space/contracts/whiteboards';
import { callAs } from '@space/runtime/testing';
import { useLibraryService } from './fixtures/library-service.ts';
import { newElement, newWhiteboard } from './fixtures/whiteboards.ts';

const service = useLibraryService();
const [ada, scout] = [`con_${'1'.repeat(26)}`, `agt_${'2'.repeat(26)}`];

test('a thread about an element has replies, is resolved and opened again, and announces those whom it mentions', async () => {
  const space = service.newSpace();
  const { id: folder_id } = await space.call(folders, 'create', { name: 'Brand' });
  const { id } = await newWhiteboard(space, { folder_id });
  const element_id = await newElement(space, id, { type: 'sticky', text: 'Ask for the address' });
  const first = await space.call(whiteboardComments, 'create', { id, body: `Right, [@Ada](space:contact/${ada})?`, element_id });
  expect(first).toMatchObject({ whiteboard_id: id, element_id, is_element_deleted: false, x: null, y: null, mentioned_ids: [ada] });
  const reply = await space.call(whiteboardComments, 'create', { id, body: 'Yes', parent_id: first.id });
  const nested = await space.call(whiteboardComments, 'create', { id, body: 'Sure', parent_id: reply.id });
  expect([reply, nested]).toMatchObject([{ parent_id: first.id, element_id: null }, { parent_id: first.id }]);
  await expect(space.call(whiteboardComments, 'resolve', { id, comment_id: reply.id })).rejects.toMatchObject({ code: 'conflict' });
  expect(await space.call(whiteboardComments, 'resolve', { id, comment_id: first.id })).toMatchObject({
    was_resolved: false,
    replies_count: 2,
    resolved_by: { id: space.caller.actor.id },
  });
  const listed = async (more: object) => (await space.call(whiteboardComments, 'list', { id, limit: 25, ...more } as never)).data;
  expect(await listed({ resolved: true })).toHaveLength(3);
  expect(await listed({ resolved: false })).toEqual([]);
  expect(await listed({ element_id })).toMatchObject([{ id: first.id }]);
  expect(await listed({ parent_id: first.id })).toMatchObject([{ id: reply.id }, { id: nested.id }]);
  await space.call(whiteboardComments, 'resolve', { id, comment_id: first.id, resolved: false });
  await space.call(whiteboardComments, 'update', {
    id,
    comment_id: first.id,
    body: `[@Ada](space:contact/${ada}) [@Scout](space:agent/${scout})`,
  });
  await space.call(whiteboardComments, 'delete', { id, comment_id: first.id });
  expect(await listed({})).toEqual([]);

  const about = { whiteboard_id: id, whiteboard: 'Sign-up flow', folder_id, folder_ids: [folder_id], element_id };
  const data = async (type: string) => (await space.events(type)).map((event) => event.data);
  expect(await data('whiteboard_commented')).toMatchObject([
    { ...about, comment_id: first.id, edited: false },
    { ...about, comment_id: reply.id, parent_id: first.id, body: 'Yes' },
    { comment_id: nested.id },
    { comment_id: first.id, edited: true },
  ]);
  expect(await data('whiteboard_mentioned')).toMatchObject([
    { mentioned_ids: [ada], comment_id: first.id, element_id },
    { mentioned_ids: [scout], comment_id: first.id },
  ]);
  expect(await data('whiteboard_comment_resolved')).toMatchObject([{ resolved: true }, { resolved: false }]);
  expect(await data('whiteboard_comment_deleted')).toMatchObject([{ comment_id: first.id, deleted_replies: 2 }]);
});

test('a thread stays when its element is deleted, and says so', async () => {
  const space = service.newSpace();
  const { id } = await newWhiteboard(space);
  const element_id = await newElement(space, id, { type: 'rectangle', text: 'Pay' });
  const { id: comment_id } = await space.call(whiteboardComments, 'create', { id, body: 'Needed?', element_id });
  await space.call(whiteboardElements, 'delete_bulk', { id, element_ids: [element_id] });
  expect(await space.call(whiteboardComments, 'get', { id, comment_id })).toMatchObject({ element_id, is_element_deleted: true });
  const changed = await space.call(whiteboardComments, 'update', { id, comment_id, body: 'Was it needed?' });
  expect(changed).toMatchObject({ body: 'Was it needed?', is_element_deleted: true, before: { body: 'Needed?' } });
  expect(await space.call(whiteboardComments, 'resolve', { id, comment_id })).toMatchObject({ is_element_deleted: true });
  await expect(space.call(whiteboardComments, 'create', { id, body: 'And now?', element_id })).rejects.toMatchObject({
    code: 'unresolved_reference',
  });
});

test('a comment is about a point or the whole whiteboard, and names its place in one way', async () => {
  const space = service.newSpace();
  const { id } = await newWhiteboard(space);
  const create = (more: object) => space.call(whiteboardComments, 'create', { id, body: 'Here', ...more } as never);
  expect(await create({ x: 12.5, y: -3 })).toMatchObject({ x: 12.5, y: -3, element_id: null, is_element_deleted: false });
  const whole = await create({});
  expect(whole).toMatchObject({ x: null, y: null, element_id: null });
  const element_id = await newElement(space, id, { type: 'text', text: 'Pay' });
  const refusal = (path: string) => ({ code: 'invalid', extras: { errors: [{ path }] } });
  await expect(create({ x: 1 })).rejects.toMatchObject(refusal('y'));
  await expect(create({ y: 1 })).rejects.toMatchObject(refusal('x'));
  await expect(create({ x: 1, y: 1, element_id })).rejects.toMatchObject(refusal('element_id'));
  await expect(create({ x: 1, y: 1, parent_id: whole.id })).rejects.toMatchObject(refusal('parent_id'));
  await expect(create({ parent_id: 'wcm_none' })).rejects.toMatchObject({ code: 'unresolved_reference' });
});

test('only its author changes a comment, and a whiteboard in the trash takes none', async () => {
  const space = service.newSpace();
  const { id } = await newWhiteboard(space);
  const { id: comment_id } = await space.call(whiteboardComments, 'create', { id, body: 'Here' });
  const other = callAs(service.ports, { ...space.caller, actor: { kind: 'agent', id: scout!, name: 'Scout' } });
  await expect(other(whiteboardComments, 'update', { id, comment_id, body: 'There' })).rejects.toMatchObject({ code: 'forbidden' });
  await space.call(whiteboards, 'delete', { id });
  await expect(space.call(whiteboardComments, 'create', { id, body: 'Late' })).rejects.toMatchObject({ code: 'conflict' });
  await space.call(whiteboards, 'delete', { id, permanent: true });
  await expect(space.call(whiteboardComments, 'get', { id, comment_id })).rejects.toMatchObject({ code: 'not_found' });
});
