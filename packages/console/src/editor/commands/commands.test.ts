import { expect, test } from '@jest/globals';
import { NodeSelection } from 'prosemirror-state';
import { after, nodeOf, shown, stateOf } from '../../../test/fixtures/document-of.ts';
import { insertBlock, insertDetails, leaveContainer, setAttribute, toggleWrap } from './block-commands.ts';
import { linkAt, removeLink, setLink } from './link-commands.ts';
import { leaveItem, listKindAt, splitItem, toggleList, toggleTask } from './list-commands.ts';
import { moveBlock } from './move-block.ts';
import { insertTable } from './table-commands.ts';

const item = (text: string, checked: boolean | null = null) => ['listItem', { checked }, ['paragraph', text]] as const;

test('a paragraph becomes a task list, a bullet list and a paragraph again', () => {
  const tasks = after(stateOf([['paragraph', 'Milk|']]), toggleList('task'))!;
  expect(listKindAt(tasks)).toBe('task');
  expect(tasks.doc.firstChild!.firstChild!.attrs.checked).toBe(false);
  const bullets = after(tasks, toggleList('bullet'))!;
  expect(listKindAt(bullets)).toBe('bullet');
  expect(shown(after(bullets, toggleList('bullet')))).toBe('paragraph("Milk")');
  const numbers = after(stateOf([['bulletList', item('a|', true), item('b')]]), toggleList('ordered'))!;
  expect(shown(numbers)).toBe('orderedList(listItem(paragraph("a")), listItem(paragraph("b")))');
  expect(numbers.doc.firstChild!.firstChild!.attrs.checked).toBe(null);
});

test('the second half of a done task is not done, and a task is ticked', () => {
  const split = after(stateOf([['bulletList', item('Mi|lk', true)]]), splitItem)!;
  expect(split.doc.firstChild!.content.content.map(({ attrs }) => attrs.checked)).toEqual([true, false]);
  const ticked = after(split, toggleTask)!;
  expect(ticked.doc.firstChild!.lastChild!.attrs.checked).toBe(true);
});

test('Backspace at the start of an item takes its checkbox away, then the item out of the list', () => {
  const state = stateOf([['bulletList', item('|a', false)]]);
  const plain = after(state, leaveItem)!;
  expect(plain.doc.firstChild!.firstChild!.attrs.checked).toBe(null);
  expect(shown(after(plain, leaveItem))).toBe('paragraph("a")');
  expect(after(stateOf([['bulletList', item('a|', false)]]), leaveItem)).toBeUndefined();
});

test('a block moves over its neighbour with the cursor, an item in its list, a table as a whole, and the first one stays', () => {
  const down = after(
    stateOf([
      ['paragraph', 'a|b'],
      ['paragraph', 'cde'],
    ]),
    moveBlock(1),
  )!;
  expect(shown(down)).toBe('paragraph("cde"), paragraph("ab")');
  expect(down.selection.$from.parent.textContent).toBe('ab');
  expect(down.selection.$from.parentOffset).toBe(1);
  expect(shown(after(down, moveBlock(-1)))).toBe('paragraph("ab"), paragraph("cde")');
  expect(after(down, moveBlock(1))).toBeUndefined();
  const items = after(stateOf([['bulletList', item('a'), item('b|')]]), moveBlock(-1))!;
  expect(shown(items)).toBe('bulletList(listItem(paragraph("b")), listItem(paragraph("a")))');
  const table = stateOf([
    ['table', ['tableRow', ['tableCell', ['paragraph', 'x|']]]],
    ['paragraph', 'a'],
  ]);
  expect(shown(after(table, moveBlock(1)))).toBe('paragraph("a"), table(tableRow(tableCell(paragraph("x"))))');
  const details = stateOf([
    ['paragraph', 'a'],
    ['details', ['detailsSummary', 's|'], ['detailsContent', ['paragraph', 'x'], ['paragraph', 'y']]],
  ]);
  expect(shown(after(details, moveBlock(-1)))).toMatch(/^details\(.*\), paragraph\("a"\)$/);
});

test('a block replaces an empty paragraph, and stands after one with text', () => {
  const rule = nodeOf(['horizontalRule']);
  expect(
    shown(
      after(
        stateOf([
          ['paragraph', '|'],
          ['paragraph', 'b'],
        ]),
        insertBlock(rule),
      ),
    ),
  ).toBe('horizontalRule, paragraph("b")');
  const added = after(stateOf([['paragraph', 'a|']]), insertBlock(rule))!;
  expect(shown(added)).toBe('paragraph("a"), horizontalRule, paragraph');
  expect(added.selection.$from.parent.content.size).toBe(0);
  const table = after(stateOf([['paragraph', '|']]), insertTable)!;
  expect(table.doc.firstChild!.childCount).toBe(3);
  expect(table.selection.$from.node(-1).type.name).toBe('tableHeader');
  const details = after(stateOf([['paragraph', '|']]), insertDetails)!;
  expect(details.selection.$from.parent.type.name).toBe('detailsSummary');
});

test('a callout is put around and taken away, changes its kind, and Enter in its empty last line leaves it', () => {
  const callout = after(stateOf([['paragraph', 'a|']]), toggleWrap('callout'))!;
  expect(shown(callout)).toBe('callout(paragraph("a"))');
  expect(after(callout, setAttribute('callout', 'kind', 'tip'))!.doc.firstChild!.attrs.kind).toBe('tip');
  expect(shown(after(callout, toggleWrap('callout')))).toBe('paragraph("a")');
  const left = after(stateOf([['callout', ['paragraph', 'a'], ['paragraph', '|']]]), leaveContainer)!;
  expect(shown(left)).toBe('callout(paragraph("a")), paragraph');
  expect(left.selection.$from.depth).toBe(1);
});

test('a link is set, read, changed as a whole and removed', () => {
  const state = stateOf([['paragraph', 'See |']]);
  const linked = after(state, setLink('https://example.com'))!;
  expect(linkAt(linked)).toEqual({ href: 'https://example.com', from: 5, to: 24 });
  const changed = after(linked, setLink('mailto:ada@example.com'))!;
  expect(linkAt(changed)?.href).toBe('mailto:ada@example.com');
  expect(linkAt(after(changed, removeLink)!)).toBeUndefined();
});

test('an attribute of a selected picture changes, and it stays selected', () => {
  const state = stateOf([['paragraph', ['image', { src: 'space:asset/ast_1' }]]]);
  const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 1)));
  const named = after(selected, setAttribute('image', 'alt', 'A point'))!;
  expect(named.doc.firstChild!.firstChild!.attrs.alt).toBe('A point');
  expect(named.selection).toBeInstanceOf(NodeSelection);
});
