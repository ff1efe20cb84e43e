import { describe, expect, it } from '@jest/globals';
import * as Y from 'yjs';
import { newWriter, notesKind, stateOf } from '../test/fixtures/notes.ts';
import { lackingPart } from './lacking-part.ts';

const state = stateOf({ one: 'one' });
const nothing = new Uint8Array([0]);

describe('the part that a client lacks', () => {
  it('comes in parts of whole writers, which give the whole in the end', () => {
    const { doc } = newWriter(state);
    for (let n = 0; n < 8; n += 1) {
      const writer = newWriter(Y.encodeStateAsUpdate(doc));
      writer.notes.get('one')!.insert(0, String(n).repeat(300));
      Y.applyUpdate(doc, writer.updates[0]!);
    }
    const reader = new Y.Doc();
    let vector: Uint8Array | null = nothing;
    let parts = 0;
    for (; vector; parts += 1) {
      const part: ReturnType<typeof lackingPart> = lackingPart(notesKind, doc, vector, 1_000);
      expect(part.update.length).toBeLessThanOrEqual(1_250);
      Y.applyUpdate(reader, part.update);
      vector = part.rest;
    }
    expect(parts).toBeGreaterThan(2);
    expect(Y.encodeStateAsUpdate(reader)).toEqual(Y.encodeStateAsUpdate(doc));
    expect(reader.store.pendingStructs).toBeNull();
  });

  it('comes in parts of one writer who wrote more than a part has', () => {
    const writer = newWriter(state);
    for (let n = 0; n < 40; n += 1) writer.notes.set(`note ${n}`, new Y.Text(String(n).repeat(100)));
    writer.notes.get('note 1')!.delete(0, 50);
    writer.notes.delete('note 2');
    const other = newWriter(Y.encodeStateAsUpdate(writer.doc));
    other.notes.get('note 3')!.insert(7, 'between');
    Y.applyUpdate(writer.doc, other.updates[0]!);
    const reader = new Y.Doc();
    let parts = 0;
    for (let vector: Uint8Array | null = nothing; vector; parts += 1) {
      const part: ReturnType<typeof lackingPart> = lackingPart(notesKind, writer.doc, vector, 1_000);
      expect(part.update.length).toBeLessThanOrEqual(1_250);
      Y.applyUpdate(reader, part.update);
      vector = part.rest;
    }
    expect(parts).toBeGreaterThan(4);
    expect(Y.encodeStateAsUpdate(reader)).toEqual(Y.encodeStateAsUpdate(writer.doc));
    expect([reader.store.pendingStructs, reader.store.pendingDs]).toEqual([null, null]);
  });

  it('has at least one change of a writer, also if that is larger than a part', () => {
    const writer = newWriter(state);
    writer.notes.set('long', new Y.Text('long '.repeat(500)));
    const { update, rest } = lackingPart(notesKind, writer.doc, Y.encodeStateVector(newWriter(state).doc), 10);
    const reader = newWriter(state).doc;
    Y.applyUpdate(reader, update);
    for (let vector = rest; vector; ) {
      const part = lackingPart(notesKind, writer.doc, vector, 10);
      Y.applyUpdate(reader, part.update);
      vector = part.rest;
    }
    expect(reader.getMap('notes').toJSON()).toEqual(writer.doc.getMap('notes').toJSON());
  });

  it('is refused for a broken state vector and for deletions that do not fit', () => {
    const { doc, notes } = newWriter(state);
    expect(() => lackingPart(notesKind, doc, new Uint8Array([200]), 1_000)).toThrow('cannot be decoded');
    for (let n = 0; n < 40; n += 1) notes.get('one')!.insert(2 * n, 'ab');
    for (let n = 0; n < 40; n += 1) notes.get('one')!.delete(n, 1);
    expect(() => lackingPart(notesKind, doc, Y.encodeStateVector(doc), 10)).toThrow('read the notebook in another format');
  });
});
