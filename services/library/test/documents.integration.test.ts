import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { documentComments, documentLive, documents, documentVersions, MAX_PLACED_CHARACTERS } from '@space/contracts/documents';
import { folders } from '@space/contracts/library';
import { librarySearch } from '@space/contracts/platform';
import { callAs, eventually } from '@space/runtime/testing';
import * as Y from 'yjs';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService();

const newDocument = ({ call }: LibrarySpace, markdown = '# Launch\n\nWe launch in May.', more: Readonly<Record<string, unknown>> = {}) =>
  call(documents, 'create', { title: 'Launch plan', markdown, ...more });

/** Returns the Markdown of a document without blanks at its ends. */
const textOf = async ({ call }: LibrarySpace, id: string): Promise<string> => (await call(documents, 'get', { id })).content!.trim();

test('a document is created from Markdown, HTML, blocks or another one, and read in each format', async () => {
  const space = service.newSpace();
  const { call } = space;
  const { id, version } = await newDocument(space, '# Launch\n\nWe launch in **May**.\n\n- [ ] call\n- [x] print', {
    folder_path: 'Brand/Texts',
  });
  expect(version).toBe(1);
  const read = await call(documents, 'get', { id });
  expect(read).toMatchObject({ folder_path: 'Brand/Texts', version: 1, is_truncated: false, next_block_id: null, blocks: null });
  expect(read.content).toContain('We launch in **May**.');
  expect(read.outline).toMatchObject([{ level: 1, text: 'Launch', block_id: expect.stringMatching(/^blk_/) }]);
  const { blocks } = await call(documents, 'get', { id, format: 'blocks' });
  expect(blocks!.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'bulletList']);
  expect((await call(documents, 'get', { id, format: 'html' })).content).toContain('<strong>May</strong>');
  expect((await call(documents, 'get', { id, format: 'text' })).content).toBe('Launch\nWe launch in May.\ncall\nprint');
  expect(await call(documents, 'get', { id, format: 'outline' })).toMatchObject({ content: null, outline: [{ text: 'Launch' }] });
  const paragraph = (blocks![1]!.attrs as { id: string }).id;
  expect((await call(documents, 'get', { id, block_id: paragraph })).content!.trim()).toBe('We launch in **May**.');
  const part = await call(documents, 'get', { id, max_characters: 10 });
  expect(part).toMatchObject({ is_truncated: true, next_block_id: paragraph });
  const rest = await call(documents, 'get', { id, from_block_id: part.next_block_id! });
  expect(`${part.content!.trim()}\n\n${rest.content!.trim()}`).toBe(read.content!.trim());
  const copy = await call(documents, 'create', { title: 'Copy', blocks: blocks! });
  expect(await textOf(space, copy.id)).toBe(read.content!.trim());
  const second = await call(documents, 'create', { title: 'Second', from_document_id: id });
  expect(await textOf(space, second.id)).toBe(read.content!.trim());
  const page = await call(documents, 'create', { title: 'Page', html: '<h2>Hi</h2><script>x()</script><p>there</p>' });
  expect(await textOf(space, page.id)).toBe('## Hi\n\nthere');
  await expect(call(documents, 'create', { title: 'X', markdown: 'a', html: 'b' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(call(documents, 'create', { title: 'X', blocks: [{ type: 'nothing' }] })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'blocks' }] },
  });
  await expect(call(documents, 'create', { title: 'X', from_document_id: 'doc_none' })).rejects.toMatchObject({
    code: 'unresolved_reference',
  });
});

test('the title, icon, folder and lock change, and a locked document takes no edit', async () => {
  const space = service.newSpace();
  const { call, events } = space;
  const { id } = await newDocument(space);
  const updated = await call(documents, 'update', { id, title: 'Plan', icon: '🚀', is_locked: true, folder_path: 'Brand' });
  expect(updated).toMatchObject({
    title: 'Plan',
    folder_path: 'Brand',
    before: { title: 'Launch plan', icon: null, is_locked: false, folder_id: null },
  });
  await expect(call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'x' }] })).rejects.toMatchObject({ code: 'conflict' });
  await call(documents, 'update', { id, is_locked: false });
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'x' }] });
  const changes = await events('document_updated');
  expect(changes.map(({ data }) => data.changed)).toEqual([['title', 'icon', 'is_locked'], ['is_locked'], ['content']]);
  expect((await events('document_moved'))[0]!.data).toMatchObject({
    from_folder_id: null,
    folder: 'Brand',
    folder_ids: [updated.folder_id],
  });
});

test('a search finds words of titles, headings and texts, best first, with the block and the text around', async () => {
  const space = service.newSpace();
  const { call } = space;
  const inText = await newDocument(space, 'First.\n\nThe Zéppelin flies over the lake.', { title: 'Notes' });
  const inTitle = await newDocument(space, 'Nothing here.', { title: 'Zeppelin' });
  await newDocument(space, 'Another text.', { title: 'Other' });
  const { data } = await call(documents, 'search', { q: 'zeppel' });
  expect(data.map(({ id }) => id)).toEqual([inTitle.id, inText.id]);
  const { data: lake } = await call(documents, 'search', { q: 'flies lake' });
  const { blocks } = await call(documents, 'get', { id: inText.id, format: 'blocks' });
  expect(lake).toMatchObject([
    { id: inText.id, block_id: (blocks![1]!.attrs as { id: string }).id, snippet: expect.stringContaining('flies over') },
  ]);
  expect((await call(documents, 'search', { q: '!!!' })).data).toEqual([]);
  await call(documents, 'update', { id: inTitle.id, title: 'Airship' });
  expect((await call(documents, 'search', { q: 'zeppel' })).data.map(({ id }) => id)).toEqual([inText.id]);
  expect((await call(documents, 'search', { q: 'airship nothing' })).data.map(({ id }) => id)).toEqual([inTitle.id]);
  await call(documents, 'delete', { id: inText.id });
  expect((await call(documents, 'search', { q: 'zeppelin' })).data).toEqual([]);
});

test('a search finds a word at the end of a long document, with its beginning as the snippet', async () => {
  const space = service.newSpace();
  const { call } = space;
  const paragraph = 'filler '.repeat(MAX_PLACED_CHARACTERS / 70).trim();
  const { id } = await newDocument(space, ['Quasar.', ...Array.from({ length: 11 }, () => paragraph), 'Zeppelin.'].join('\n\n'));
  const find = async (q: string) => (await call(documents, 'search', { q })).data;
  expect(await find('zeppelin')).toMatchObject([{ id, snippet: expect.stringMatching(/^Quasar\.\n?/), block_id: null }]);
  expect(await find('filler zeppelin')).toMatchObject([{ id, snippet: expect.stringContaining('filler'), block_id: expect.any(String) }]);
});

test('the search of the Space finds documents by title and text, and for an agent those that it can use and those in its folders', async () => {
  const space = service.newSpace();
  const { call } = space;
  const folder = await call(folders, 'create', { name: 'Shared' });
  const inside = await newDocument(space, 'About quasars.', { title: 'Inside', folder_id: folder.id });
  const named = await newDocument(space, 'More quasars.', { title: 'Named' });
  const hidden = await newDocument(space, 'Quasars again.', { title: 'Hidden' });
  const find = async (documentIds: string[] | null, folderIds: string[] | null) => {
    const kinds = [
      { kind: 'document' as const, ids: documentIds },
      { kind: 'folder' as const, ids: folderIds },
    ].filter(({ ids }) => ids === null || ids.length > 0);
    return (await call(librarySearch, 'find', { q: 'quasars', limit: 5, kinds })).found.map(({ id }) => id).toSorted();
  };
  expect(await find(null, null)).toEqual([inside.id, named.id, hidden.id].toSorted());
  expect(await find([named.id], [folder.id])).toEqual([inside.id, named.id].toSorted());
  expect(await find([], [folder.id])).toEqual([inside.id]);
  expect(await find([named.id], [])).toEqual([named.id]);
});

test('references must exist, with the field and the line; those of before stay, and uses of assets follow in the same transaction', async () => {
  const space = service.newSpace();
  const { call } = space;
  const picture = await space.newAsset('a.txt', 'a');
  await expect(newDocument(space, 'Hi.\n\n![A](space:asset/ast_none)')).rejects.toMatchObject({
    code: 'unresolved_reference',
    message: expect.stringContaining('line 3'),
    extras: { errors: [{ path: 'markdown', code: 'unresolved_reference' }] },
  });
  await expect(newDocument(space, '[x](space:rocket/r_1)')).rejects.toMatchObject({ code: 'unresolved_reference' });
  const { id } = await newDocument(space, `Hi.\n\n![A](space:asset/${picture.id})`);
  expect(await call(documents, 'references', { id })).toMatchObject({
    data: [{ position: 1, kind: 'image', thing_kind: 'asset', thing_id: picture.id }],
  });
  expect((await call(assets, 'used_by', { id: picture.id })).data).toMatchObject([
    { kind: 'document', id, name: 'Launch plan', path: `/documents/${id}` },
  ]);
  await expect(call(assets, 'delete', { id: picture.id })).rejects.toMatchObject({ code: 'attached' });
  await call(assets, 'delete', { id: picture.id, force: true });
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'The picture in the trash is no obstacle.' }] });
  const { version, changed_blocks } = await call(documents, 'edit', { id, edits: [{ op: 'replace_text', find: 'Hi.', replace: 'Ho.' }] });
  expect({ version, changes: changed_blocks.length }).toEqual({ version: 3, changes: 1 });
  await call(documents, 'delete', { id, permanent: true });
  // A rescan that began before the deletion may store its answer after it; the event of the deletion ends that.
  await eventually(async () => expect((await call(assets, 'used_by', { id: picture.id })).data).toEqual([]));
});

test('documents move, are deleted and restored, one by one, together and with their folder', async () => {
  const space = service.newSpace();
  const { call, types } = space;
  const folder = await call(folders, 'create', { name: 'Texts' });
  const one = await newDocument(space, 'a', { folder_id: folder.id });
  const two = await newDocument(space, 'b');
  const { before } = await call(documents, 'move_bulk', { ids: [one.id, two.id], folder_id: folder.id });
  expect(before).toEqual([{ id: two.id, folder_id: null }]);
  expect(await call(folders, 'get', { id: folder.id })).toMatchObject({ documents: 2 });
  await expect(call(folders, 'delete', { id: folder.id })).rejects.toMatchObject({ code: 'attached' });
  await call(folders, 'delete', { id: folder.id, contents: 'trash' });
  expect(await call(documents, 'get', { id: one.id })).toMatchObject({ trashed_at: expect.any(String) });
  await expect(call(documents, 'edit', { id: one.id, edits: [{ op: 'append', markdown: 'x' }] })).rejects.toMatchObject({
    code: 'conflict',
  });
  await call(folders, 'restore', { id: folder.id });
  expect(await call(documents, 'get', { id: two.id })).toMatchObject({ trashed_at: null, folder_id: folder.id });
  expect(await call(folders, 'delete', { id: folder.id, contents: 'move_up' })).toMatchObject({ moved: 2 });
  expect(await call(documents, 'get', { id: one.id })).toMatchObject({ folder_id: null });
  expect(await call(documents, 'delete_bulk', { ids: [one.id, two.id] })).toMatchObject({ deleted: 2 });
  expect((await call(documents, 'list', { trashed: true })).data).toHaveLength(2);
  expect(await call(documents, 'restore_bulk', { ids: [one.id, two.id] })).toMatchObject({ restored: 2 });
  await call(documents, 'delete', { id: one.id, permanent: true });
  await expect(call(documents, 'get', { id: one.id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await types()).filter((type) => type.startsWith('document_'))).toEqual([
    'document_created',
    'document_created',
    'document_moved',
    'document_deleted',
    'document_deleted',
    'document_restored',
    'document_restored',
    'document_moved',
    'document_moved',
    'document_deleted',
    'document_deleted',
    'document_restored',
    'document_restored',
    'document_deleted',
  ]);
});

test('versions are listed, read, named, compared, and gone ones say so', async () => {
  const space = service.newSpace();
  const { call, events } = space;
  const { id } = await newDocument(space, 'One.');
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Two.' }] });
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Three.' }] });
  expect((await call(documentVersions, 'list', { id })).data).toMatchObject([
    { version: 3 },
    { version: 2 },
    { version: 1, is_stored: false },
  ]);
  expect((await call(documentVersions, 'get', { id, version: 2 })).content.trim()).toBe('One.\n\nTwo.');
  expect(await call(documentVersions, 'create', { id, label: 'Final', version: 2 })).toMatchObject({
    version: 2,
    label: 'Final',
    label_before: null,
  });
  expect((await call(documentVersions, 'list', { id, named: true })).data).toMatchObject([{ version: 2, label: 'Final', is_stored: true }]);
  expect(await call(documentVersions, 'update', { id, version: 2, label: null })).toMatchObject({ label: null, label_before: 'Final' });
  expect((await call(documentVersions, 'diff', { id, from_version: 1 })).diff).toBe('@@ -1,2 +1,6 @@\n One.\n \n+Two.\n+\n+Three.\n+\n');
  expect((await call(documents, 'get', { id, version: 1 })).version).toBe(1);
  await expect(call(documents, 'get', { id, version: 9 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(call(documentVersions, 'get', { id, version: 9 })).rejects.toMatchObject({ code: 'not_found' });
  expect((await events('document_version_named')).map(({ data }) => data.label)).toEqual(['Final', null]);
});

test('a document is exported as a file, and made from one', async () => {
  const space = service.newSpace();
  const { call } = space;
  const { id } = await newDocument(space, '# A\n\nb', { title: 'Plan / 2027' });
  expect(await call(documents, 'export', { id })).toEqual({
    name: 'Plan - 2027.md',
    media_type: 'text/markdown; charset=utf-8',
    content: '# A\n\nb\n',
  });
  expect((await call(documents, 'export', { id, format: 'html' })).content).toMatch(
    /^<!doctype html>[\s\S]*<title>Plan \/ 2027<\/title>[\s\S]*<p>b<\/p>/,
  );
  const reader = { ...space.caller, scopes: ['documents:write', 'assets:read'] };
  const file = await space.newAsset('notes.md', '## Notes\n\n![x](relative.png)');
  const act = callAs(service.ports, reader);
  const made = await act(documents, 'import', { asset_id: file.id });
  expect(made).toMatchObject({ title: 'notes', warnings: [expect.stringContaining('1 pictures')] });
  expect(await textOf(space, made.id)).toContain('## Notes');
  await expect(call(documents, 'import', { asset_id: file.id })).rejects.toMatchObject({ code: 'missing_scope' });
  const other = await space.newAsset('a.csv', 'a,b');
  await expect(act(documents, 'import', { asset_id: other.id })).rejects.toMatchObject({ code: 'invalid' });
});

test('calls that are repeated with their idempotency key return the first answers, also after the document is gone', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'One.');
  const { updates } = await space.call(documentLive, 'updates', { id, after: 0, limit: 1 });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(updates[0]!.update_base64, 'base64'));
  const before = Y.encodeStateVector(doc);
  ((doc.getXmlFragment('content').get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'Zero. ');
  const update_base64 = Buffer.from(Y.encodeStateAsUpdate(doc, before)).toString('base64');
  const once = { idempotency_key: 'once' };
  const comment = await space.call(documentComments, 'create', { id, body: 'Why?', quote: 'One' }, once);
  const about = { id, comment_id: comment.id };
  const calls = [
    () => space.call.whole(documentComments, 'create', { id, body: 'Why?', quote: 'One' }, once),
    () => space.call.whole(documentComments, 'update', { ...about, body: 'When?' }, once),
    () => space.call.whole(documentComments, 'resolve', about, once),
    () => space.call.whole(documentVersions, 'create', { id, label: 'Final' }, once),
    () => space.call.whole(documentVersions, 'update', { id, version: 1, label: null }, once),
    () => space.call.whole(documents, 'publish', { id }, once),
    () => space.call.whole(documentLive, 'push', { id, update_base64 }, once),
    () => space.call.whole(documentLive, 'ticket', { id }, once),
  ];
  const answers = [];
  for (const call of calls) answers.push((await call()).output);
  await space.call(documents, 'delete', { id, permanent: true });
  for (const [at, call] of calls.entries()) expect(await call()).toMatchObject({ output: answers[at], replayed: true });
});
