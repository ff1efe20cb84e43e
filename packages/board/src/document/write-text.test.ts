import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { boardOf } from '../../test/fixtures/boards.ts';
import { type ElementMap, elementsOf, textOf } from './element-map.ts';
import { loadBoard } from './load-board.ts';
import { writeText } from './write-text.ts';

function elementWith(text: string): ElementMap {
  const doc = loadBoard(boardOf({ type: 'sticky', text }).state);
  return [...elementsOf(doc).values()][0] as ElementMap;
}

describe('writeText', () => {
  it('makes any text any other one, in the document and in its copies', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '😁', 'é', '\n', '\ud83d'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const map = elementWith(before);
        expect(writeText(map, after)).toBe(before.toWellFormed() !== after.toWellFormed());
        expect(textOf(map)).toBe(after.toWellFormed());
        const copy = loadBoard(Y.encodeStateAsUpdate(map.doc!));
        expect(textOf([...elementsOf(copy).values()][0] as ElementMap)).toBe(after.toWellFormed());
      }),
      { numRuns: 300 },
    );
  });

  it('writes only the characters that differ', () => {
    const map = elementWith(`${'long '.repeat(500)}end`);
    const before = Y.encodeStateVector(map.doc!);
    writeText(map, `${'long '.repeat(500)}the end`);
    expect(Y.encodeStateAsUpdate(map.doc!, before).length).toBeLessThan(60);
  });

  it('changes a long text that differs much by words, and leaves the words that stay', () => {
    const words = (change: (word: string, at: number) => string) =>
      Array.from({ length: 1_200 }, (_, at) => change(`word${at}`, at)).join(' ');
    const map = elementWith(words((word) => word));
    const text = map.get('text') as Y.Text;
    const place = Y.createRelativePositionFromTypeIndex(text, text.toString().indexOf('word601 '));
    const target = words((word, at) => (at % 2 === 0 ? `😀${at}` : word));
    writeText(map, target);
    expect(textOf(map)).toBe(target);
    expect(Y.createAbsolutePositionFromRelativePosition(place, map.doc!)!.index).toBe(target.indexOf('word601 '));
  });

  it('gives an element a text that lacks one', () => {
    const map = elementWith('x');
    map.delete('text');
    expect([writeText(map, ''), writeText(map, 'new'), textOf(map)]).toEqual([false, true, 'new']);
  });
});
