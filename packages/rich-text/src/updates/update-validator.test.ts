import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { UpdateValidator } from './update-validator.ts';

let lastId = 0;
const newBlockId = () => {
  lastId += 1;
  return `blk_${lastId}`;
};
const newState = (markdown = '# Title\n\nSome *text* here.\n\n- one\n- two\n') => createDocument(parseMarkdown(markdown), newBlockId);

/** Returns the updates that a client makes on a copy of a state. */
function write(state: Uint8Array, change: (fragment: Y.XmlFragment, doc: Y.Doc) => void): Uint8Array[] {
  const doc = loadDocument(state);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  change(doc.getXmlFragment('content'), doc);
  return updates;
}

const paragraph = (text: string) => {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
};

function refusalOf(run: () => unknown): { code: string; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof RichTextError) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: 'accepted', message: '' };
}

describe('UpdateValidator', () => {
  it('accepts what an editor writes and answers false for the same update again', () => {
    const state = newState();
    const validator = new UpdateValidator(state);
    const [update] = write(state, (fragment) => fragment.insert(1, [paragraph('New')]));
    expect(validator.accept(update!)).toBe(true);
    expect(validator.accept(update!)).toBe(false);
    expect(readBlocks(loadDocument(validator.encode()))[1]).toEqual({ type: 'paragraph', content: [{ type: 'text', text: 'New' }] });
  });

  it('refuses an update whose predecessor never came, and accepts both in their order', () => {
    const state = newState();
    const validator = new UpdateValidator(state);
    const [first, second] = write(state, (fragment) => {
      fragment.insert(0, [paragraph('one')]);
      (fragment.get(0) as Y.XmlElement).insert(1, [new Y.XmlText('two')]);
    });
    expect(refusalOf(() => validator.accept(second!))).toEqual({
      code: 'invalid_update',
      message: expect.stringContaining('needs another one'),
    });
    expect(validator.accept(first!)).toBe(true);
    expect(validator.accept(second!)).toBe(true);
  });

  const invalid: [name: string, change: (doc: Y.Doc) => void, message: string][] = [
    ['a node of an unknown type', (doc) => content(doc).insert(0, [new Y.XmlElement('script')]), 'unknown type'],
    ['the root node in the document', (doc) => content(doc).insert(0, [new Y.XmlElement('doc')]), 'doc'],
    ['a known node at a place where it cannot be', (doc) => content(doc).insert(0, [new Y.XmlElement('listItem')]), 'listItem in a doc'],
    ['text outside of a block', (doc) => content(doc).insert(0, [new Y.XmlText('x')]), 'text directly'],
    ['an attribute that breaks its rule', (doc) => (content(doc).get(0) as Y.XmlElement).setAttribute('level', 9 as never), '`level`'],
    ['an unknown attribute', (doc) => (content(doc).get(0) as Y.XmlElement).setAttribute('onclick', 'x'), 'unknown attribute'],
    ['a link to a script', (doc) => format(content(doc), { link: { href: 'java\nscript:alert(1)' } }), '`href`'],
    ['an unknown mark', (doc) => format(content(doc), { blink: {} }), 'mark of an unknown type'],
    ['a mark without attributes as an object', (doc) => format(content(doc), { bold: true }), 'without an object'],
    ['an object in a run of text', (doc) => textIn(content(doc)).insertEmbed(0, { any: 1 }), 'no rich text'],
    ['an attribute on a run of text', (doc) => textIn(content(doc)).setAttribute('any', 'x'), 'run of text'],
    ['another type of the document', (doc) => doc.getMap('other').set('key', 1), 'outside of the document'],
    ['a value in the attributes of the document', (doc) => doc.getMap('content').set('key', 1), 'outside of the document'],
    ['a document in the document', (doc) => doc.getArray('content').insert(0, [new Y.Doc()]), 'no rich text'],
    ['a value in the place of a node', (doc) => doc.getArray('content').insert(0, ['text']), 'value'],
    ['lists that are nested too deeply', (doc) => nest(doc, 21), 'nested'],
    ['quotes that are nested beyond the stack', (doc) => nest(doc, 20_000), 'nested'],
  ];

  it.each(invalid)('refuses %s and leaves the document as it was', (_name, change, message) => {
    const state = newState();
    const validator = new UpdateValidator(state);
    const before = readBlocks(loadDocument(validator.encode()));
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    change(doc);
    const refusal = refusalOf(() => validator.accept(updates[0]!));
    expect(refusal.code).toMatch(/^invalid/);
    expect(refusal.message).toContain(message);
    expect(readBlocks(loadDocument(validator.encode()))).toEqual(before);
    expect(validator.accept(write(state, (fragment) => fragment.insert(0, [paragraph('still works')]))[0]!)).toBe(true);
  });

  it('refuses a block above the limit of blocks', () => {
    const state = newState();
    const many = write(state, (fragment) =>
      fragment.insert(
        0,
        Array.from({ length: 5_000 }, () => new Y.XmlElement('horizontalRule')),
      ),
    );
    expect(refusalOf(() => new UpdateValidator(state).accept(many[0]!)).code).toBe('too_large');
  });

  it('refuses an update above 1 MiB', () => {
    expect(refusalOf(() => new UpdateValidator(newState()).accept(new Uint8Array(1024 * 1024 + 1))).code).toBe('too_large');
  });

  it('accepts changes in a document with nodes, attributes and marks of a newer schema', () => {
    const base = newState();
    const doc = loadDocument(base);
    const fragment = doc.getXmlFragment('content');
    const chart = new Y.XmlElement('chart');
    chart.insert(0, [new Y.XmlText('data')]);
    fragment.insert(1, [chart]);
    (fragment.get(0) as Y.XmlElement).setAttribute('tone', 'warm');
    textIn(fragment).format(0, 2, { glow: {} });
    const state = Y.encodeStateAsUpdate(doc);
    const validator = new UpdateValidator(state);
    const updates = write(state, (copy) => {
      textIn(copy).insert(1, 'typed');
      (copy.get(0) as Y.XmlElement).setAttribute('level', 2 as never);
      copy.insert(1, [paragraph('next to the chart')]);
      ((copy.get(2) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'more ');
    });
    expect(updates.map((update) => refusalOf(() => validator.accept(update)).code)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'accepted',
    ]);
    expect(readBlocks(loadDocument(validator.encode()))[2]).toMatchObject({ type: 'chart', content: [{ text: 'more data' }] });
  });

  it('lets no broken update into the document, and every update that it takes leaves a valid document', () => {
    const state = newState('# Title\n\nSome *text* **here**.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n');
    const valid = write(state, (fragment) => {
      fragment.insert(1, [paragraph('hello world')]);
      textIn(fragment).format(0, 3, { bold: {} });
      fragment.delete(2, 1);
    });
    const validator = new UpdateValidator(state);
    const outcomes = { accepted: 0, refused: 0 };
    const hostile = fc.record({
      source: fc.constantFrom(...valid, state),
      flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
      cut: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(hostile, ({ source, flips, cut }) => {
        const update = source.slice(0, cut === null ? source.length : cut % source.length);
        for (const [place, value] of flips) if (update.length > 0) update[place % update.length] = value;
        const { code } = refusalOf(() => validator.accept(update));
        outcomes[code === 'accepted' ? 'accepted' : 'refused'] += 1;
        const doc = loadDocument(validator.encode());
        expect(doc.store.pendingStructs).toBeNull();
        // A state that is valid as a whole is accepted by a validator of an empty document.
        if (code === 'accepted')
          expect(refusalOf(() => new UpdateValidator(new Uint8Array([0, 0])).accept(validator.encode())).code).toBe('accepted');
      }),
      { numRuns: 1_000 },
    );
    expect(outcomes.refused).toBeGreaterThan(500);
  });
});

function content(doc: Y.Doc): Y.XmlFragment {
  return doc.getXmlFragment('content');
}

function textIn(fragment: Y.XmlFragment): Y.XmlText {
  return (fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText;
}

function format(fragment: Y.XmlFragment, marks: object): void {
  textIn(fragment).format(0, 2, marks as Record<string, unknown>);
}

/** Puts quotes into each other, from the outside to the inside, so that writing needs no deep stack. */
function nest(doc: Y.Doc, levels: number): void {
  doc.transact(() => {
    let parent = content(doc);
    for (let level = 0; level < levels; level += 1) {
      const quote = new Y.XmlElement('blockquote');
      parent.insert(0, [quote]);
      parent = quote;
    }
  });
}
