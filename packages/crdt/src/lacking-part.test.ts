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

  it('is refused for a broken state vector and for one writer who wrote too much', () => {
    const { doc } = newWriter(state);
    expect(() => lackingPart(notesKind, doc, new Uint8Array([200]), 1_000)).toThrow('cannot be decoded');
    expect(() => lackingPart(notesKind, doc, nothing, 10)).toThrow('read the notebook in another format');
  });
});
