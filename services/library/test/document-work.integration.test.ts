import { expect, test } from '@jest/globals';
import { scheduledCall } from '@space/bus';
import { documents } from '@space/contracts/documents';
import { createWriter } from '@space/event-log';
import { eventually } from '@space/runtime/testing';
import { announceGathered } from '../src/contents/work/announce-gathered.ts';
import { documentHandlers } from '../src/documents/documents.ts';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';
import { gatheredOf, newDocumentPorts, typeText, typeWithoutId } from './fixtures/typed-text.ts';

const service = useLibraryService();

const newDocument = ({ call }: LibrarySpace, markdown: string) => call(documents, 'create', { title: 'Launch plan', markdown });
const textOf = async ({ call }: LibrarySpace, id: string): Promise<string> => (await call(documents, 'get', { id })).content!.trim();
const blockIds = async ({ call }: LibrarySpace, id: string) =>
  (await call(documents, 'get', { id, format: 'blocks' })).blocks!.map(({ attrs }) => (attrs as { id: string }).id);

test('an edit that others overtake each time is stored, and its event names only its own actor', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'Start.');
  const writer = createWriter('library', service.ports);
  const words = ['one', 'two', 'three', 'four', 'five'];
  const left = [...words];
  const ada = { kind: 'person' as const, id: 'con_ada', name: 'Ada' };
  const overtaken: typeof writer = {
    ...writer,
    async write(call, change) {
      const word = left.shift();
      if (word !== undefined) await typeText(newDocumentPorts(service), space, id, word, ada);
      return writer.write(call, change);
    },
  };
  const { edit } = documentHandlers(newDocumentPorts(service, { writer: overtaken }));
  const { actor } = space.caller;
  const input = { id, edits: [{ op: 'append' as const, markdown: 'last' }] };
  const answer = await edit(scheduledCall('documents.edit', documents.operations.edit, { space_id: space.id, actor }, input));
  expect(answer).toMatchObject({ version: 7, previous_version: 6 });
  // The fifth word and the edit come at the same time, so either may stand first.
  expect((await textOf(space, id)).split('\n\n').toSorted()).toEqual(['Start.', ...words, 'last'].toSorted());
  const [event, ...others] = await space.events('document_updated');
  expect(event).toMatchObject({ data: { version: 7, previous_version: 6, editors: [actor], characters_added: 4 } });
  expect(others).toEqual([]);
  const [due] = await gatheredOf(newDocumentPorts(service), id);
  expect(due!.editors).toEqual([ada]);
  await eventually(async () => expect((await space.call(documents, 'search', { q: 'last' })).data).toMatchObject([{ id }]));
});

test('a change without a text is read immediately, is stored as text later, and comes as one event with those after it', async () => {
  const space = service.newSpace();
  const { call, events } = space;
  const { id } = await newDocument(space, 'One.');
  await typeText(newDocumentPorts(service), space, id, 'Typed.');
  await typeText(newDocumentPorts(service), space, id, 'Quasar.');
  expect(await textOf(space, id)).toBe('One.\n\nTyped.\n\nQuasar.');
  await eventually(async () => expect((await call(documents, 'search', { q: 'quasar' })).data).toMatchObject([{ id }]));
  expect(await events('document_updated')).toEqual([]);
  const from = newDocumentPorts(service);
  const [due] = await gatheredOf(newDocumentPorts(service), id);
  await announceGathered(from, due!);
  await announceGathered(from, due!);
  const announced = await events('document_updated');
  expect(announced.map(({ data }) => [data.previous_version, data.version])).toEqual([[1, 3]]);
  expect(announced[0]!.data).toMatchObject({ editors: [space.caller.actor], excerpt: 'One.\nTyped.\nQuasar.' });
  expect((announced[0]!.data.changed_blocks as unknown[]).length).toBe(2);
});

test('blocks that an editor left without ids have ids with the event of its changes', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'One.');
  const from = newDocumentPorts(service);
  await typeWithoutId(from, space, id, 'Two.');
  const part = await space.call(documents, 'get', { id, format: 'blocks', max_characters: 4 });
  expect(part).toMatchObject({ is_truncated: true, next_block_id: null });
  const [due] = await gatheredOf(newDocumentPorts(service), id);
  await announceGathered(from, due!);
  const ids = await blockIds(space, id);
  expect(ids.every((one) => /^blk_/.test(one))).toBe(true);
  const [event] = await space.events('document_updated');
  expect(event!.data).toMatchObject({ version: 3, changed_blocks: [{ block_id: ids[1], change: 'created' }], characters_added: 4 });
});

test('a locked document gets no ids of blocks, and the changes before its lock have their event', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'One.');
  const from = newDocumentPorts(service);
  await typeWithoutId(from, space, id, 'Two.');
  await space.call(documents, 'update', { id, is_locked: true });
  const [due] = await gatheredOf(newDocumentPorts(service), id);
  await announceGathered(from, due!);
  expect(await space.call(documents, 'get', { id })).toMatchObject({ version: 2, content: expect.stringContaining('Two.') });
  const [event] = await space
    .events('document_updated')
    .then((all) => all.filter(({ data }) => data.previous_version === 1 && data.version === 2));
  expect(event!.data).toMatchObject({ excerpt: 'One.\nTwo.', editors: [space.caller.actor] });
  expect(await gatheredOf(newDocumentPorts(service), id)).toEqual([]);
});
