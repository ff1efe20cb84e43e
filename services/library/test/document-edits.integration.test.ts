import { expect, test } from '@jest/globals';
import { type Json, scheduledCall } from '@space/bus';
import { documents } from '@space/contracts/documents';
import { sql } from '@space/database';
import { createWriter } from '@space/event-log';
import { z } from 'zod';
import { documentHandlers } from '../src/documents/documents.ts';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';
import { newDocumentPorts, typeText } from './fixtures/typed-text.ts';

const service = useLibraryService();

const newDocument = ({ call }: LibrarySpace, markdown: string) => call(documents, 'create', { title: 'Launch plan', markdown });
const textOf = async ({ call }: LibrarySpace, id: string): Promise<string> => (await call(documents, 'get', { id })).content!.trim();
const blockIds = async ({ call }: LibrarySpace, id: string) =>
  (await call(documents, 'get', { id, format: 'blocks' })).blocks!.map(({ attrs }) => (attrs as { id: string }).id);

test('each kind of edit changes the document, and answers what changed', async () => {
  const space = service.newSpace();
  const { call, events } = space;
  const { id } = await newDocument(space, 'One.\n\nTwo.\n\n- [ ] call');
  const [one, two, list] = await blockIds(space, id);
  const { blocks } = await call(documents, 'get', { id, format: 'blocks' });
  const item = (blocks![2]!.content as { attrs: { id: string } }[])[0]!.attrs.id;
  const answer = await call(documents, 'edit', {
    id,
    edits: [
      { op: 'prepend', markdown: '# Top' },
      { op: 'append', markdown: 'End.' },
      { op: 'insert', after: one!, markdown: 'Inserted.' },
      { op: 'replace', block_id: two!, markdown: 'Second.' },
      { op: 'move', block_id: list!, before: one! },
      { op: 'set_checked', block_id: item, checked: true },
      { op: 'replace_text', find: 'One', replace: 'First' },
    ],
  });
  expect(answer).toMatchObject({ version: 2, previous_version: 1, merged_with: 0, diff_is_truncated: false });
  expect(answer.diff).toContain('+# Top');
  expect(answer.changed_blocks).toEqual(expect.arrayContaining([{ block_id: two, type: 'paragraph', change: 'updated' }]));
  expect(await textOf(space, id)).toBe('# Top\n\n- [x] call\n\nFirst.\n\nInserted.\n\nSecond.\n\nEnd.');
  const [event] = await events('document_updated');
  expect(event!.data).toMatchObject({
    changed: ['content'],
    version: 2,
    previous_version: 1,
    editors: [space.caller.actor],
    asset_ids: [],
  });
  await call(documents, 'edit', { id, edits: [{ op: 'delete', block_id: two! }] });
  expect(await textOf(space, id)).not.toContain('Second.');
  const nothing = await call(documents, 'edit', { id, edits: [{ op: 'replace_text', find: 'First', replace: 'First' }] });
  expect(nothing).toMatchObject({ version: 3, previous_version: 3, changed_blocks: [], diff: '' });
});

test('edits that cannot be made are refused with their index, and change nothing', async () => {
  const space = service.newSpace();
  const { call, events } = space;
  const { id } = await newDocument(space, 'one two one');
  const refused = async (edits: readonly object[], more: object = {}) =>
    call(documents, 'edit', { id, edits, ...more } as never).then(
      () => 'made',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
  const first = { op: 'append', markdown: 'new' };
  expect(await refused([first, { op: 'replace_text', find: 'three', replace: '3' }])).toMatch(/^conflict: edits\.1: /);
  expect(await refused([{ op: 'replace_text', find: 'one', replace: '1' }])).toMatch(/^conflict/);
  expect(await refused([{ op: 'delete', block_id: 'blk_gone' }])).toMatch(/^conflict/);
  expect(await refused([{ op: 'insert', markdown: 'x' }])).toMatch(/^invalid: edits\.0\.after/);
  expect(await refused([{ op: 'replace_all', markdown: 'x' }])).toMatch(/^invalid: base_version/);
  expect(await refused([first], { base_version: 5 })).toMatch(/^invalid: base_version/);
  expect(await refused([{ op: 'append', markdown: `${'> '.repeat(25)}deep` }])).toMatch(/^invalid: edits\.0: .*line 1/);
  const many = Array.from({ length: 5_001 }, (_, at) => `p${at}`).join('\n\n');
  expect(await refused([{ op: 'append', markdown: many }])).toMatch(/^invalid: edits\.0: .*5000 blocks|^invalid: edits\.0: .*5,?000/);
  await expect(call(documents, 'create', { title: 'X', markdown: many })).rejects.toMatchObject({ code: 'invalid' });
  expect(await textOf(space, id)).toBe('one two one');
  expect(await events('document_updated')).toEqual([]);
});

test('a whole text is merged with the changes since its base, and no word is lost', async () => {
  const space = service.newSpace();
  const { call } = space;
  const { id, version: base_version } = await newDocument(space, 'The launch is in May.\n\nThe team has three people.');
  await call(documents, 'edit', { id, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });
  const merged = await call(documents, 'edit', {
    id,
    base_version,
    edits: [{ op: 'replace_all', markdown: 'The launch is in May.\n\nThe team has seven people.\n\nThe end.' }],
  });
  expect(merged).toMatchObject({ version: 3, previous_version: 2, merged_with: 1 });
  expect(await textOf(space, id)).toBe('The launch is in June.\n\nThe team has seven people.\n\nThe end.');
});

test('edits of ten writers at the same time lose no word', async () => {
  const space = service.newSpace();
  const { call, events } = space;
  const { id, version: base_version } = await newDocument(space, 'Start.');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? call(documents, 'edit', { id, edits: [{ op: 'append', markdown: `word${at}` }] })
        : call(documents, 'edit', { id, base_version, edits: [{ op: 'replace_all', markdown: `Start.\n\nword${at}` }] }),
    ),
  );
  expect(answers.map(({ version }) => version).toSorted((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const text = await textOf(space, id);
  for (let at = 0; at < 10; at += 1) expect(text.split(`word${at}`)).toHaveLength(2);
  expect(await events('document_updated')).toHaveLength(10);
});

test('edits in two processes at the same time lose no word', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'Start.');
  const newProcess = () => documentHandlers(newDocumentPorts(service));
  const processes = [newProcess(), newProcess(), newProcess()];
  const edit = (markdown: string) =>
    scheduledCall(
      'documents.edit',
      documents.operations.edit,
      { space_id: space.id, actor: space.caller.actor },
      { id, edits: [{ op: 'append', markdown }] },
    );
  const words = processes.flatMap((_, at) => Array.from({ length: 4 }, (__, number) => ({ at, word: `w${at}x${number}` })));
  await Promise.all(words.map(({ at, word }) => processes[at]!.edit(edit(word))));
  const text = await textOf(space, id);
  for (const { word } of words) expect(text.split(word)).toHaveLength(2);
  expect(await space.call(documents, 'get', { id })).toMatchObject({ version: 13 });
});

test('references of a document whose text is stale are read from its updates, and the read stores nothing', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'Start.');
  await typeText(newDocumentPorts(service), space, id, '[Ada](space:contact/con_1) and [Scout](space:agent/agt_1)');
  const writer = { ...createWriter('library', service.ports), write: () => Promise.reject(new Error('a read must not write')) };
  const { references } = documentHandlers(newDocumentPorts(service, { writer }));
  const page = async (more: object) => {
    const input = documents.operations.references.input.parse({ id, ...more });
    const call = scheduledCall(
      'documents.references',
      documents.operations.references,
      { space_id: space.id, actor: space.caller.actor },
      input,
    );
    return JSON.parse(((await references(call)) as Json<unknown>).text);
  };
  const first = await page({ limit: 1, sort: 'position' });
  expect(first).toMatchObject({ data: [{ position: 1, thing_id: 'con_1' }], next_cursor: expect.any(String) });
  expect(await page({ limit: 1, sort: 'position', cursor: first.next_cursor })).toMatchObject({
    data: [{ position: 2, thing_id: 'agt_1' }],
  });
});

test('a change is taken back without the later ones, and the document goes back to a version', async () => {
  const space = service.newSpace();
  const { call } = space;
  const { id } = await newDocument(space, 'One.');
  const bad = await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Bad.' }] });
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Good.' }] });
  const undone = await call(documents, 'revert', { id, version: bad.version });
  expect(await textOf(space, id)).toBe('One.\n\nGood.');
  await call(documents, 'revert', { id, version: undone.version });
  expect(await textOf(space, id)).toContain('Bad.');
  await call(documents, 'revert', { id, version: 1, only: 'all' });
  expect(await textOf(space, id)).toBe('One.');
  await expect(call(documents, 'revert', { id, version: 1 })).rejects.toMatchObject({ code: 'invalid' });
});

test('a transaction that fails after the update was stored leaves nothing of it', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'One.');
  const { database } = service.ports;
  // The table of texts is the step after the row of the update.
  await database.query(sql.typeAlias('void')`
    create function library.fail_text() returns trigger language plpgsql as $$ begin raise exception 'no text'; end $$`);
  await database.query(sql.typeAlias('void')`
    create trigger fail_text before update on library.document_text for each row when (new.text like '%Fails%') execute function library.fail_text()`);
  await expect(space.call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Fails.' }] })).rejects.toBeDefined();
  const updates = await database.anyFirst(sql.type(z.object({ version: z.number() }))`
    select version from library.document_update where space_id = ${space.id} and document_id = ${id}`);
  expect(updates).toEqual([1]);
  expect(await textOf(space, id)).toBe('One.');
  expect(await space.events('document_updated')).toEqual([]);
});
