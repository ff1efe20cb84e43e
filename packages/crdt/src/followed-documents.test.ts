import { beforeEach, describe, expect, it } from '@jest/globals';
import * as Y from 'yjs';
import { newWriter, notesIn, notesKind, stateOf } from '../test/fixtures/notes.ts';
import { createFollowedDocuments, type FollowRequest } from './followed-documents.ts';

const state = stateOf({ one: 'one' });

/** Returns the updates of a writer who writes at the start of the first note. */
function typed(text: string): Uint8Array[] {
  const { notes, updates } = newWriter(state);
  notes.get('one')!.insert(0, text);
  return updates;
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

const nothing = new Uint8Array([0]);

describe('documents that a thread follows', () => {
  let follow: ReturnType<typeof createFollowedDocuments>;
  beforeEach(() => {
    follow = createFollowedDocuments(notesKind, { count: 2, bytes: 1_000_000, part_bytes: 1_000_000 });
  });

  it('goes on from a state by its name, and says so when it does not have that', () => {
    expect(follow(asked({ held: 'x' }))).toBeNull();
    expect(follow(asked({ state, becomes: 'a' }))).not.toBeNull();
    const updates = typed('A');
    expect(follow(asked({ held: 'a', becomes: 'b', updates }))?.outcomes).toEqual([{ is_changed: true }]);
    expect(follow(asked({ held: 'a', becomes: 'c', updates }))).toBeNull();
    expect(follow(asked({ state, stored: updates, becomes: 'd', updates }))?.outcomes).toEqual([{ is_changed: false }]);
  });

  it('refuses each update for itself and has no trace of it', () => {
    const updates = [...typed('A'), ...typed('#'), new Uint8Array([9, 9])];
    const { outcomes, lacking } = follow(asked({ state, updates, state_vector: nothing }))!;
    expect(outcomes).toEqual([
      { is_changed: true },
      { refusal: 'A note has no #.' },
      { refusal: 'The update cannot be decoded; load the notebook again.' },
    ]);
    expect(notesIn(lacking!.update)).toEqual({ one: 'Aone' });
  });

  it('forgets the document that was idle longest, also when their bytes are too many', () => {
    const held = () => ['doc_1', 'doc_2', 'doc_3'].map((document) => follow(asked({ document, held: 'a' })) !== null);
    for (const document of ['doc_1', 'doc_2', 'doc_3']) follow(asked({ document, state }));
    expect(held()).toEqual([false, true, true]);
    follow = createFollowedDocuments(notesKind, { count: 9, bytes: 1, part_bytes: 1 });
    for (const document of ['doc_1', 'doc_2', 'doc_3']) follow(asked({ document, state }));
    expect(held()).toEqual([false, false, true]);
  });

  it('gives what a client lacks', () => {
    const { doc } = newWriter(state);
    expect(follow(asked({ state, state_vector: Y.encodeStateVector(doc) }))!.lacking).toEqual({
      update: new Uint8Array([0, 0]),
      rest: null,
    });
  });
});
