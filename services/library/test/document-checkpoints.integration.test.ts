import { expect, test } from '@jest/globals';
import { CHANGES_PER_VERSION, documents, documentVersions, MINUTES_BETWEEN_VERSIONS } from '@space/contracts/documents';
import { isoTime, sql } from '@space/database';
import { DAY_MS, MINUTE_MS } from '@space/time';
import * as Y from 'yjs';
import { contentRetentionRules, saveStates } from '../src/contents/work/content-tasks.ts';
import { documentTrashRule } from '../src/documents/work/document-tasks.ts';
import { appendWithoutText } from './fixtures/append-without-text.ts';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';
import { newDocumentPorts, stateOf } from './fixtures/typed-text.ts';

const service = useLibraryService({}, true);

const newDocument = ({ call }: LibrarySpace, markdown: string) => call(documents, 'create', { title: 'Launch plan', markdown });
const textOf = async ({ call }: LibrarySpace, id: string): Promise<string> => (await call(documents, 'get', { id })).content!.trim();

test('many changes without a pause make a version only some minutes after the last one', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space, 'One.');
  const from = newDocumentPorts(service);
  const { database, clock } = service.ports;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, await stateOf(from, space, id));
  const isStored = async () => (await space.call(documentVersions, 'list', { id, limit: 1 })).data[0]!.is_stored;
  async function change(times: number): Promise<void> {
    for (let done = 0; done < times; done += 1) {
      const before = Y.encodeStateVector(doc);
      doc.getXmlFragment('content').insert(0, [new Y.XmlElement('paragraph')]);
      await appendWithoutText(from, space, id, Y.encodeStateAsUpdate(doc, before));
    }
  }
  /** Saves states as if the document had been created some minutes ago, and changed just now. */
  async function saveAfter(minutes: number): Promise<void> {
    const now = clock.now() + minutes * MINUTE_MS;
    await database.query(sql.typeAlias('void')`
      update library.document set edited_at = ${isoTime(now)}::timestamptz where space_id = ${space.id} and id = ${id}`);
    await saveStates(newDocumentPorts(service, { ports: { ...service.ports, clock: { ...clock, now: () => now } } }));
  }
  await change(CHANGES_PER_VERSION);
  await saveAfter(MINUTES_BETWEEN_VERSIONS - 1);
  expect(await isStored()).toBe(false);
  await change(100);
  await saveAfter(MINUTES_BETWEEN_VERSIONS + 1);
  expect(await isStored()).toBe(true);
});

test('a checkpoint replaces old changes: they are gone, the document and its versions before are as they say', async () => {
  const space = service.newSpace();
  const { call } = space;
  const { id } = await newDocument(space, 'One.');
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Two.' }] });
  const { id: trashed } = await newDocument(space, 'Gone.');
  await call(documents, 'delete', { id: trashed });
  const later = (ms: number) => {
    const ports = { ...service.ports, clock: { ...service.ports.clock, now: () => service.ports.clock.now() + ms } };
    return newDocumentPorts(service, { ports });
  };
  await saveStates(later(11 * MINUTE_MS));
  expect((await call(documentVersions, 'list', { id })).data).toMatchObject([{ version: 2, is_stored: true }, { version: 1 }]);
  const rulesAt = (ms: number) => [...contentRetentionRules(later(ms)), documentTrashRule(later(ms))];
  for (const { deleteChunk } of rulesAt(29 * DAY_MS)) expect(await deleteChunk(1_000)).toBe(0);
  for (const { deleteChunk } of rulesAt(31 * DAY_MS)) await deleteChunk(1_000);
  await expect(call(documents, 'get', { id: trashed })).rejects.toMatchObject({ code: 'not_found' });
  expect(await textOf(space, id)).toBe('One.\n\nTwo.');
  await expect(call(documents, 'get', { id, version: 1 })).rejects.toMatchObject({ code: 'gone' });
  await expect(call(documents, 'edit', { id, base_version: 1, edits: [{ op: 'replace_all', markdown: 'x' }] })).rejects.toMatchObject({
    code: 'precondition_failed',
  });
  await call(documents, 'edit', { id, edits: [{ op: 'append', markdown: 'Three.' }] });
  expect(await textOf(space, id)).toBe('One.\n\nTwo.\n\nThree.');
});
