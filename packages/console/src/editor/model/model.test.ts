import { expect, test } from '@jest/globals';
import { documentSchema } from '@space/rich-text/schema';
import * as Y from 'yjs';
import { stateOf } from '../../../test/fixtures/document-of.ts';
import { looksLikeMarkdown } from '../paste/looks-like-markdown.ts';
import { blocksToDoc } from './blocks-to-doc.ts';
import { editorSchema } from './editor-schema.ts';
import { foreignPart } from './foreign-parts.ts';
import { meantAddress } from './meant-address.ts';
import { outlineOf } from './outline.ts';
import { readSpaceAddress, spaceAddress } from './space-address.ts';

test('the schema of the editor has the nodes, marks, attributes and contents of documents, and a form for each', () => {
  expect(Object.keys(editorSchema.nodes)).toEqual(Object.keys(documentSchema.nodes));
  expect(Object.keys(editorSchema.marks)).toEqual(Object.keys(documentSchema.marks));
  for (const [name, { spec }] of Object.entries(documentSchema.nodes)) {
    expect(editorSchema.nodes[name]!.spec).toMatchObject({ ...spec });
    if (name !== 'doc' && name !== 'text') expect(editorSchema.nodes[name]!.spec.toDOM).toBeDefined();
  }
  for (const mark of Object.values(editorSchema.marks)) expect(mark.spec.toDOM).toBeDefined();
});

test('a document with a node, an attribute or a mark of another schema is named, and one of this schema is not', () => {
  const fragmentOf = (build: (fragment: Y.XmlFragment) => void): Y.XmlFragment => {
    const fragment = new Y.Doc().getXmlFragment('content');
    build(fragment);
    return fragment;
  };
  const paragraph = (format: object = {}, attribute = 'id') => {
    const element = new Y.XmlElement('paragraph');
    const text = new Y.XmlText();
    text.insert(0, 'Hello', format);
    element.setAttribute(attribute, 'blk_1');
    element.insert(0, [text]);
    return element;
  };
  expect(foreignPart(fragmentOf((fragment) => fragment.insert(0, [paragraph({ bold: {} })])))).toBeUndefined();
  expect(foreignPart(fragmentOf((fragment) => fragment.insert(0, [new Y.XmlElement('hologram')])))).toBe('hologram');
  expect(foreignPart(fragmentOf((fragment) => fragment.insert(0, [paragraph({ glow: {} })])))).toBe('glow');
  expect(foreignPart(fragmentOf((fragment) => fragment.insert(0, [paragraph({}, 'scent')])))).toBe('paragraph.scent');
});

test('blocks become a document to show, without those that this version does not know', () => {
  const { doc, left_out } = blocksToDoc(editorSchema, [
    { type: 'heading', attrs: { id: 'blk_1', level: 2 }, content: [{ type: 'text', text: 'Plan', marks: [{ type: 'bold' }] }] },
    { type: 'hologram', content: [{ type: 'text', text: 'x' }] },
    { type: 'blockquote', content: [{ type: 'hologram' }] },
  ]);
  expect(doc.toString()).toBe('doc(heading(bold("Plan")))');
  expect(left_out).toBe(2);
});

test('headings with words are the outline', () => {
  const { doc } = stateOf([
    ['heading', { level: 1 }, 'One'],
    ['blockquote', ['heading', { level: 3 }, ' Two  words ']],
    ['heading', { level: 2 }, ''],
  ]);
  expect(outlineOf(doc)).toEqual([
    { position: 0, level: 1, text: 'One' },
    { position: 6, level: 3, text: 'Two words' },
  ]);
});

test('addresses of things name their screens, and kinds that documents cannot show have none', () => {
  expect(readSpaceAddress('space:table/tbl_1?view=viw_1')).toEqual({ kind: 'table', id: 'tbl_1', path: '/tables/tbl_1' });
  expect(readSpaceAddress('space:tasks?project=prj_1')).toEqual({ kind: 'tasks', id: '', path: '/tasks?project=prj_1' });
  expect(readSpaceAddress('space:moon/1')).toEqual({ kind: 'moon', id: '1', path: undefined });
  expect(readSpaceAddress('https://example.com')).toBeUndefined();
  expect(spaceAddress('booking_page', 'bkp_1')).toBe('space:booking-page/bkp_1');
  expect(spaceAddress('event', 'evt_1')).toBeUndefined();
});

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['ada@example.com', 'mailto:ada@example.com'],
  [' https://example.com ', 'https://example.com'],
  ['space:table/tbl_1', 'space:table/tbl_1'],
  ['/pages', '/pages'],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the address %s means %s', (text, href) => {
  expect(meantAddress(text)).toBe(href);
});

test.each([
  ['# Title\n\nText', true],
  ['- one\n- two', true],
  ['a **b** c', true],
  ['see [this](https://example.com)', true],
  ['| a | b |\n|---|---|', true],
  ['A plain sentence. And * another one.', false],
  ['1,000 - 20 = 980', false],
])('%j has signs of Markdown: %s', (text, is) => {
  expect(looksLikeMarkdown(text)).toBe(is);
});
