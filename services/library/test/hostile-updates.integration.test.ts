import { expect, test } from '@jest/globals';
import { documents, MAX_DOCUMENT_BLOCKS } from '@space/contracts/documents';
import { liveDirectory } from '@space/contracts/live';
import { sql } from '@space/database';
import { createDocument, loadDocument, newBlockId, parseMarkdown, readBlocks, UpdateValidator } from '@space/rich-text';
import fc from 'fast-check';
import * as Y from 'yjs';
import { z } from 'zod';
import { useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService({}, true);

const UPDATES = 4_000;
const TOGETHER = 50;
const SEED = 5;
const MARKDOWN = '# Title\n\nSome *text* **here**.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
const EMPTY = new Uint8Array([0, 0]);

/** Returns the updates of two writers who change blocks, text, marks and attributes of a document. */
function validUpdates(state: Uint8Array): Uint8Array[] {
  const updates: Uint8Array[] = [];
  for (const word of ['hello', 'world']) {
    const doc = loadDocument(state);
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const content = doc.getXmlFragment('content');
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(word)]);
    content.insert(1, [paragraph]);
    const title = (content.get(0) as Y.XmlElement).get(0) as Y.XmlText;
    title.insert(0, word);
    title.format(0, 3, { bold: {} });
    (content.get(0) as Y.XmlElement).setAttribute('level', 2 as never);
    content.delete(2, 1);
    updates.push(Y.encodeStateAsUpdate(doc));
  }
  return updates;
}

/** Returns valid updates that were broken: bytes changed, cut off, repeated, or joined with those of another one. The same for each run. */
function brokenUpdates(valid: readonly Uint8Array[]): Uint8Array[] {
  const source = fc.constantFrom(...valid);
  const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  const broken = fc.record({
    source,
    tail: seldom(source),
    flips: fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 1, 2, 127, 128, 255), fc.nat(255))), { minLength: 1, maxLength: 2 }),
    cut: seldom(fc.nat()),
    repeated: seldom(fc.nat()),
  });
  return fc.sample(broken, { numRuns: UPDATES, seed: SEED }).map(({ source: from, tail, flips, cut, repeated }) => {
    const whole = from.slice(0, cut === null ? from.length : 1 + (cut % from.length));
    const update = new Uint8Array([...whole, ...(tail?.slice(tail.length / 2) ?? [])]);
    for (const [place, value] of flips) update[place % update.length] = value;
    return repeated === null ? update : new Uint8Array([...update.slice(0, repeated % update.length), ...update]);
  });
}

/** Throws unless a state is a whole document of the schema: a check of an empty document takes it. */
function assertValid(state: Uint8Array): void {
  const whole = new UpdateValidator(EMPTY);
  whole.accept(state);
  expect(readBlocks(whole.document).length).toBeLessThanOrEqual(MAX_DOCUMENT_BLOCKS);
}

test('of 4,000 broken updates none reaches a stored document unless it leaves a valid one, and none exceeds its time or memory', async () => {
  const space = service.newSpace();
  const { id: document_id } = await space.call(documents, 'create', { title: 'Plan', markdown: MARKDOWN });
  const state = Y.encodeStateAsUpdate(await present());
  // Updates of another document need what is not there.
  const foreign = validUpdates(createDocument(parseMarkdown('other\n\nlast\n\nend\n'), newBlockId));
  const updates = brokenUpdates([...validUpdates(state), ...foreign, state]);
  const reasons = new Map<string, number>();
  let stored = 1;

  async function rows() {
    return service.ports.database.any(sql.type(z.object({ version: z.number(), update: z.instanceof(Uint8Array) }))`
      select version, update from library.document_update where document_id = ${document_id} order by version`);
  }
  async function present(): Promise<Y.Doc> {
    const doc = new Y.Doc();
    for (const { update } of await rows()) Y.applyUpdate(doc, update);
    return doc;
  }

  for (let start = 0; start < updates.length; start += TOGETHER) {
    const { outcomes } = await space.call(liveDirectory, 'append', {
      content_id: document_id,
      batch: String(start),
      updates: updates.slice(start, start + TOGETHER).map((update) => ({
        update: Buffer.from(update).toString('base64'),
        actor: space.caller.actor,
      })),
    });
    for (const { outcome, reason } of outcomes) {
      if (outcome === 'stored') stored += 1;
      const kind = reason?.replace(/`.*`/, '…') ?? outcome;
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
  }

  const all = await rows();
  expect(all.map(({ version }) => version)).toEqual(Array.from({ length: stored }, (_, n) => n + 1));
  const doc = new Y.Doc();
  for (const { update } of all) {
    Y.applyUpdate(doc, update);
    expect([doc.store.pendingStructs, doc.store.pendingDs]).toEqual([null, null]);
    assertValid(Y.encodeStateAsUpdate(doc));
  }
  expect([...reasons.keys()].filter((reason) => /processor time or memory/.test(reason))).toEqual([]);
  expect(stored).toBeGreaterThan(10);
  expect(updates.length - stored).toBeGreaterThan(3_000);
  // The thread goes on with the document that is stored.
  const { update } = await space.call(liveDirectory, 'sync', { content_id: document_id, state_vector: 'AA==' });
  expect(readBlocks(loadDocument(Buffer.from(update, 'base64')))).toEqual(readBlocks(doc));
});
