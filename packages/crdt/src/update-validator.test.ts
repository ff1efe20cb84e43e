import { describe, expect, it } from '@jest/globals';
import * as Y from 'yjs';
import { NotesError, newWriter, notesIn, notesKind, stateOf, type Writer } from '../test/fixtures/notes.ts';
import { UpdateValidator } from './update-validator.ts';

const state = stateOf({ one: 'one' });

/** Returns `accepted`, `unchanged`, or the code and the message of the refusal of an update. */
function outcomeOf(validator: UpdateValidator, update: Uint8Array): string {
  try {
    return validator.accept(update) ? 'accepted' : 'unchanged';
  } catch (error) {
    if (!(error instanceof NotesError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** Returns the first update of a writer who has the state. */
function write(change: (writer: Writer) => void): Uint8Array {
  const writer = newWriter(state);
  writer.doc.transact(() => change(writer));
  return writer.updates[0]!;
}

describe('UpdateValidator', () => {
  it('accepts an update under a key of a map, and the same one again changes nothing', () => {
    const validator = new UpdateValidator(notesKind, state);
    const update = write(({ notes }) => notes.set('two', new Y.Text('2')));
    expect([outcomeOf(validator, update), outcomeOf(validator, update)]).toEqual(['accepted', 'unchanged']);
    expect(notesIn(validator.encode())).toEqual({ one: 'one', two: '2' });
  });

  it.each([
    ['breaks the check of the kind', ({ notes }: Writer) => notes.get('one')!.insert(0, '#'), 'invalid_update: A note has no #.'],
    ['has other content', ({ notes }: Writer) => notes.set('a', new Y.Array() as never), 'no note'],
    ['writes in another root', ({ doc }: Writer) => doc.getText('other').insert(0, 'x'), 'outside of the notebook'],
    [
      'has too many structs',
      ({ notes }: Writer) => {
        for (let index = 0; index < 501; index += 1) notes.set(`note ${index}`, new Y.Text());
      },
      'too_large: An update has at most 500 structs',
    ],
    ['has too many bytes', ({ notes }: Writer) => notes.get('one')!.insert(0, 'x'.repeat(10_001)), 'at most 10000 bytes'],
  ])('refuses an update that %s, without a trace', (_name, change, message) => {
    const validator = new UpdateValidator(notesKind, state);
    expect(outcomeOf(validator, write(change))).toContain(message);
    expect(validator.encode()).toEqual(state);
    expect(
      outcomeOf(
        validator,
        write(({ notes }) => notes.get('one')!.insert(0, 'still ')),
      ),
    ).toBe('accepted');
  });

  it('refuses an item without a key in a map', () => {
    const list = new Y.Doc();
    list.getText('notes').insert(0, 'x');
    expect(outcomeOf(new UpdateValidator(notesKind, state), Y.encodeStateAsUpdate(list))).toContain('outside of the notebook');
  });

  it('refuses an update of too many clients', () => {
    const writer = newWriter(state);
    for (let client = 1; client <= 6; client += 1) {
      const other = newWriter(state);
      other.notes.get('one')!.insert(0, String(client));
      Y.applyUpdate(writer.doc, other.updates[0]!);
    }
    const update = Y.encodeStateAsUpdate(writer.doc, Y.encodeStateVector(newWriter(state).doc));
    expect(outcomeOf(new UpdateValidator(notesKind, state), update)).toContain('at most 5 clients');
  });

  it('refuses an update whose predecessor is not there', () => {
    const { notes, updates } = newWriter(state);
    notes.get('one')!.insert(0, 'a');
    notes.get('one')!.insert(1, 'b');
    const validator = new UpdateValidator(notesKind, state);
    expect(outcomeOf(validator, updates[1]!)).toContain('needs another one');
    expect(updates.map((update) => outcomeOf(validator, update))).toEqual(['accepted', 'accepted']);
  });

  it('refuses the update with which the document and its history have too many bytes', () => {
    const validator = new UpdateValidator(notesKind, state);
    const add = (client: number) => {
      const writer = newWriter(validator.encode());
      writer.notes.set(`note ${client}`, new Y.Text('x'.repeat(9_000)));
      return outcomeOf(validator, writer.updates[0]!);
    };
    expect([add(1), add(2)]).toEqual(['accepted', 'accepted']);
    expect(add(3)).toBe('too_large: A notebook has at most 20000 bytes with its history; make a copy of it.');
    expect(Object.keys(notesIn(validator.encode()))).toHaveLength(3);
  });

  it('goes back to the last valid state after a refusal, also after many updates', () => {
    const validator = new UpdateValidator(notesKind, state);
    const { notes, updates } = newWriter(state);
    for (let index = 0; index < 150; index += 1) notes.get('one')!.insert(0, 'a');
    expect(new Set(updates.map((update) => outcomeOf(validator, update)))).toEqual(new Set(['accepted']));
    expect(
      outcomeOf(
        validator,
        write((writer) => writer.notes.get('one')!.insert(0, '#')),
      ),
    ).toContain('no #');
    expect(notesIn(validator.encode())).toEqual({ one: `${'a'.repeat(150)}one` });
  });
});
