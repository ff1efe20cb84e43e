import { expect, test } from '@jest/globals';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type ShortNode, shown, stateOf } from '../../../test/fixtures/document-of.ts';
import { filterChoices } from '../commands/block-choices.ts';
import { markdownInput } from './input-rules.ts';
import { slashMenu, slashMenuOf, typeSlash } from './slash-menu.ts';
import { repeatedIds, uniqueIds } from './unique-ids.ts';

/** Types characters one after another into a state, as a view does. */
function typed(start: EditorState, text: string, plugins: readonly Plugin[]): EditorState {
  let state = start;
  const view = {
    composing: false,
    get state() {
      return state;
    },
    dispatch: (tr: Transaction) => {
      state = state.apply(tr);
    },
  } as unknown as EditorView;
  for (const character of text) {
    const { from, to } = state.selection;
    const insert = () => state.tr.insertText(character, from, to);
    if (!plugins.some((plugin) => plugin.props.handleTextInput?.call(plugin, view, from, to, character, insert))) view.dispatch(insert());
  }
  return state;
}

/** Returns the blocks after a text is typed into an empty paragraph. */
function written(text: string, blocks: readonly ShortNode[] = [['paragraph', '|']]): string {
  const plugins = [markdownInput()];
  return shown(typed(stateOf(blocks, plugins), text, plugins));
}

test.each([
  ['## Title', 'heading("Title")'],
  ['- one', 'bulletList(listItem(paragraph("one")))'],
  ['3. three', 'orderedList(listItem(paragraph("three")))'],
  ['[ ] milk', 'bulletList(listItem(paragraph("milk")))'],
  ['- [x] milk', 'bulletList(listItem(paragraph("milk")))'],
  ['> said', 'blockquote(paragraph("said"))'],
  ['> [!tip] so', 'callout(paragraph("so"))'],
  ['```js let a', 'codeBlock("let a")'],
  ['a **b** c', 'paragraph("a ", bold("b"), " c")'],
  ['*b* c', 'paragraph(italic("b"), " c")'],
  ['a `b` c', 'paragraph("a ", code("b"), " c")'],
  ['~~b~~ ==c==', 'paragraph(strike("b"), " ", highlight("c"))'],
  ['[b](example.com) c', 'paragraph(link("b"), " c")'],
  ['[b](javascript:x)', 'paragraph("[b](javascript:x)")'],
  ['2 * 3 * 4', 'paragraph("2 * 3 * 4")'],
  ['snake_case_name', 'paragraph("snake_case_name")'],
])('%s is written as %s', (text, blocks) => {
  expect(written(text)).toBe(blocks);
});

test('three hyphens are a line between blocks, and a typed task is done or not', () => {
  expect(written('---after')).toBe('horizontalRule, paragraph("after")');
  const plugins = [markdownInput()];
  const list = typed(stateOf([['paragraph', '|']], plugins), '[x] milk', plugins);
  expect(list.doc.firstChild!.firstChild!.attrs.checked).toBe(true);
  expect(written('# no', [['codeBlock', '|']])).toBe('codeBlock("# no")');
});

test('a slash opens the menu, words filter it, a space without a match closes it, and a slash in a word opens nothing', () => {
  const plugins = [slashMenu(() => undefined)];
  const start = stateOf([['paragraph', '|']], plugins);
  const open = typed(start, '/', plugins);
  expect(slashMenuOf(open)!.choices.length).toBeGreaterThan(10);
  expect(slashMenuOf(typed(open, 'head', plugins))!.choices.map(({ id }) => id)).toEqual(['heading1', 'heading2', 'heading3']);
  expect(slashMenuOf(typed(open, 'xyz', plugins))).toBeUndefined();
  expect(slashMenuOf(typed(start, 'and/or', plugins))).toBeUndefined();
  expect(slashMenuOf(typed(start, 'go /tab', plugins))!.choices[0]!.id).toBe('table');
});

test('the button types the slash into an empty block, or into a new one after a block with text', () => {
  const plugins = [slashMenu(() => undefined)];
  for (const [blocks, result] of [
    [[['paragraph', '|']], 'paragraph("/")'],
    [
      [
        ['paragraph', 'a|'],
        ['paragraph', 'b'],
      ],
      'paragraph("a"), paragraph("/"), paragraph("b")',
    ],
  ] as const) {
    let state = stateOf(blocks, plugins);
    typeSlash(state, (tr) => {
      state = state.apply(tr);
    });
    expect(shown(state)).toBe(result);
    expect(slashMenuOf(state)).toBeDefined();
  }
});

test('offers are found by their name first and by other words for them, and a cell of a table has few', () => {
  expect(filterChoices('tab').map(({ id }) => id)).toEqual(['table']);
  expect(filterChoices('todo').map(({ id }) => id)).toEqual(['task']);
  expect(filterChoices('zzz')).toEqual([]);
  const inCell = stateOf([['table', ['tableRow', ['tableCell', ['paragraph', 'x|']]]]]);
  expect(filterChoices('', inCell).map(({ id }) => id)).toEqual(['image']);
});

test('the second half of a split block loses the id, which the first one has', () => {
  const state = stateOf([['paragraph', { id: 'blk_1' }, 'one| two']], [uniqueIds()]);
  const split = state.apply(state.tr.split(state.selection.from));
  expect(split.doc.content.content.map(({ attrs }) => attrs.id)).toEqual(['blk_1', null]);
  expect(repeatedIds(split.doc)).toEqual([]);
});

test('an id stays with the text after Enter at its start, also in a list, and with the block that a copy is pasted above', () => {
  const idsOf = ({ doc }: EditorState): unknown[] => {
    const ids: unknown[] = [];
    doc.descendants(({ type, attrs }) => void (type.isBlock && 'id' in attrs && ids.push(attrs.id)));
    return ids;
  };
  const state = stateOf([['paragraph', { id: 'blk_1' }, '|one']], [uniqueIds()]);
  expect(idsOf(state.apply(state.tr.split(state.selection.from)))).toEqual([null, 'blk_1']);
  const item = ['listItem', { id: 'blk_2' }, ['paragraph', { id: 'blk_3' }, '|one']] as const;
  const list = stateOf([['bulletList', { id: 'blk_1' }, item]], [uniqueIds()]);
  expect(idsOf(list.apply(list.tr.split(list.selection.from, 2)))).toEqual(['blk_1', null, null, 'blk_2', 'blk_3']);
  expect(idsOf(state.apply(state.tr.insert(0, state.doc.firstChild!)))).toEqual([null, 'blk_1']);
});
