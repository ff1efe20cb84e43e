import { beforeEach, describe, expect, it } from '@jest/globals';
import * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { createFollowedDocuments, type FollowRequest, lackingPart } from './followed-documents.ts';

const state = createDocument(parseMarkdown('one\n'), newBlockId);

/** Returns a client of the document and the updates that it makes. */
function client(text: string, from: Uint8Array = state) {
  const doc = loadDocument(from);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const paragraph = doc.getXmlFragment('content').get(0) as Y.XmlElement;
  (paragraph.get(0) as Y.XmlText).insert(0, text);
  return { doc, updates };
}

const asked = (more: Partial<FollowRequest>): FollowRequest => ({
  document: 'doc_1',
  held: null,
  becomes: 'a',
  state: null,
  stored: [],
  updates: [],
  state_vector: null,
  ...more,
});

const textOf = (update: Uint8Array) => plainText(readBlocks(loadDocument(update)));
const nothing = new Uint8Array([0]);

describe('documents that a thread follows', () => {
  let follow: ReturnType<typeof createFollowedDocuments>;
  beforeEach(() => {
    follow = createFollowedDocuments({ count: 2, bytes: 1_000_000 });
  });

  it('goes on from a state by its name, and says so when it does not have that', () => {
    expect(follow(asked({ held: 'x' }))).toBeNull();
    expect(follow(asked({ state, becomes: 'a' }))).not.toBeNull();
    const { updates } = client('A');
    expect(follow(asked({ held: 'a', becomes: 'b', updates }))?.outcomes).toEqual([{ is_changed: true }]);
    expect(follow(asked({ held: 'a', becomes: 'c', updates }))).toBeNull();
    expect(follow(asked({ state, stored: updates, becomes: 'd', updates }))?.outcomes).toEqual([{ is_changed: false }]);
  });

  it('refuses each update for itself and has no trace of it', () => {
    const good = client('A').updates;
    const late = client('B');
    (late.doc.getXmlFragment('content').get(0) as Y.XmlElement).setAttribute('onclick', 'x');
    const { outcomes, lacking } = follow(
      asked({ state, updates: [...good, ...late.updates, new Uint8Array([9, 9])], state_vector: nothing }),
    )!;
    expect(outcomes).toEqual([
      { is_changed: true },
      { is_changed: true },
      { refusal: expect.stringContaining('onclick') },
      { refusal: expect.stringContaining('cannot be decoded') },
    ]);
    expect(textOf(lacking!.update)).toMatch(/^(?:AB|BA)one$/);
  });

  it('forgets the document that was idle longest', () => {
    for (const document of ['doc_1', 'doc_2', 'doc_3']) follow(asked({ document, state }));
    expect(['doc_1', 'doc_2', 'doc_3'].map((document) => follow(asked({ document, held: 'a' })) !== null)).toEqual([false, true, true]);
  });
});

describe('the part that a client lacks', () => {
  it('comes in parts of whole writers, which give the whole in the end', () => {
    const doc = loadDocument(state);
    for (let n = 0; n < 8; n += 1)
      for (const update of client(String(n).repeat(300), Y.encodeStateAsUpdate(doc)).updates) Y.applyUpdate(doc, update);
    const reader = new Y.Doc();
    let vector: Uint8Array | null = nothing;
    let parts = 0;
    for (; vector; parts += 1) {
      const part = lackingPart(doc, vector, 1_000);
      expect(part.update.length).toBeLessThanOrEqual(1_250);
      Y.applyUpdate(reader, part.update);
      vector = part.rest;
    }
    expect(parts).toBeGreaterThan(2);
    expect(Y.encodeStateAsUpdate(reader)).toEqual(Y.encodeStateAsUpdate(doc));
    expect(reader.store.pendingStructs).toBeNull();
  });

  it('is refused for a broken state vector and for one writer who wrote too much', () => {
    const doc = loadDocument(state);
    expect(() => lackingPart(doc, new Uint8Array([200]))).toThrow('cannot be decoded');
    expect(() => lackingPart(doc, nothing, 10)).toThrow('too large');
  });
});
