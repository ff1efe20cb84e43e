import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { assertSize, type DocumentSize, measureBlocks } from '../document/check-size.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { createSizeCheck } from './size-check.ts';

const most: DocumentSize = { blocks: 12, characters: 60, nesting: 3 };

/** A change of a writer: the number that chooses its place, and how much it writes. */
interface Step {
  readonly kind: 'type' | 'erase' | 'add' | 'nest' | 'remove' | 'mark';
  readonly place: number;
  readonly length: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('type', 'type', 'erase', 'add', 'nest', 'remove', 'mark'),
    place: fc.nat(1_000),
    length: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 40 },
);

const quoted = (depth: number, text: string): Parameters<typeof insertNodes>[2][number] =>
  depth === 0
    ? { type: 'paragraph', content: [{ type: 'text', text }] }
    : { type: depth % 2 ? 'blockquote' : 'callout', content: [quoted(depth - 1, text)] };

/** Returns the nodes of a document with children, and its runs of text. */
function placesOf(doc: Y.Doc): { parents: Y.XmlFragment[]; texts: Y.XmlText[] } {
  const parents: Y.XmlFragment[] = [doc.getXmlFragment('content')];
  const texts: Y.XmlText[] = [];
  for (const parent of parents)
    for (const child of parent.toArray() as unknown[]) {
      if (child instanceof Y.XmlText) texts.push(child);
      else if (child instanceof Y.XmlElement && child.nodeName !== 'paragraph') parents.push(child);
      else if (child instanceof Y.XmlElement) texts.push(...(child.toArray() as Y.XmlText[]));
    }
  return { parents, texts };
}

function change(doc: Y.Doc, { kind, place, length }: Step): void {
  const { parents, texts } = placesOf(doc);
  const parent = parents[place % parents.length]!;
  const text = texts[place % Math.max(1, texts.length)];
  if (kind === 'add') insertNodes(parent, place % (parent.length + 1), [quoted(0, 'x'.repeat(length))]);
  else if (kind === 'nest') insertNodes(parent, place % (parent.length + 1), [quoted(1 + (length % 3), 'y')]);
  else if (kind === 'remove' && parent.length > 0) parent.delete(place % parent.length, 1);
  else if (kind === 'type') text?.insert(place % (text.length + 1), 'z'.repeat(length));
  else if (kind === 'mark') text?.format(0, Math.min(length, text.length), { bold: {} });
  else if (kind === 'erase' && text && text.length > 0) text.delete(0, Math.min(length, text.length));
}

/** Returns the message of the refusal of a check, or an empty text. */
function refusalOf(check: () => void): string {
  try {
    check();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

it('refuses the same documents as a reading of the whole, with the same message, for updates of two writers', () => {
  const refusals = new Set<string>();
  fc.assert(
    fc.property(fc.array(steps, { minLength: 2, maxLength: 2 }), (lists) => {
      const writers = lists.map(() => new Y.Doc());
      const updates: Uint8Array[] = [];
      for (const writer of writers) writer.on('update', (update: Uint8Array) => updates.push(update));
      const doc = new Y.Doc();
      doc.getXmlFragment('content');
      const check = createSizeCheck(doc, most);
      for (let index = 0; index < 40; index += 1) {
        for (const [writer, list] of lists.entries()) if (list[index]) change(writers[writer]!, list[index]);
        for (const update of updates.splice(0)) {
          Y.applyUpdate(doc, update);
          const exact = refusalOf(() => assertSize(measureBlocks(readBlocks(doc)), most));
          expect(refusalOf(check)).toBe(exact);
          refusals.add(exact.replace(/\d+\.$|makes \d+/, ''));
        }
      }
    }),
    { numRuns: 300 },
  );
  expect(refusals.size).toBe(4);
});

it('reads a document once for many updates, and again when the sum of all that was written passes a limit', () => {
  const doc = new Y.Doc();
  let readings = 0;
  const check = createSizeCheck(doc, most, (whole) => {
    readings += 1;
    return measureBlocks(readBlocks(whole));
  });
  insertNodes(doc.getXmlFragment('content'), 0, [quoted(3, '')]);
  const [text] = [insertNodes(doc.getXmlFragment('content'), 0, [quoted(0, 'a')])[0] as Y.XmlElement].map(
    (block) => block.get(0) as Y.XmlText,
  );
  const type = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      text!.insert(text!.length, 'b');
      check();
    }
  };
  type(50);
  expect(readings).toBe(1);
  text!.delete(0, 50);
  type(50);
  expect(readings).toBe(2);
  expect(() => type(20)).toThrow('at most 60 characters');
});
