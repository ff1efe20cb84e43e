import { calloutKinds } from '@space/rich-text/schema';
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType, NodeType } from 'prosemirror-model';
import type { Plugin, Transaction } from 'prosemirror-state';
import { canJoin, findWrapping } from 'prosemirror-transform';
import { listItemAt } from '../commands/list-commands.ts';
import { editorSchema } from '../model/editor-schema.ts';
import { meantAddress } from '../model/meant-address.ts';

const node = (name: string): NodeType => editorSchema.nodes[name]!;
const mark = (name: string): MarkType => editorSchema.marks[name]!;

/** Makes a plugin that turns typed Markdown into blocks and marks. Backspace directly afterwards brings the characters back. */
export const markdownInput = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, node('heading'), (match) => ({ level: match[1]!.length })),
      wrappingInputRule(/^\s*[-+*]\s$/, node('bulletList')),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        node('orderedList'),
        (match) => ({ start: Number(match[1]) }),
        (match, before) => before.childCount + before.attrs.start === Number(match[1]),
      ),
      taskRule,
      calloutRule,
      wrappingInputRule(/^\s*>\s$/, node('blockquote')),
      textblockTypeInputRule(/^```([\w+#-]*)\s$/, node('codeBlock'), (match) => ({ language: match[1] || null })),
      ruleRule,
      markRule(/(?:^|[\s(])(\*\*|__)(\S(?:.*?\S)?)\1$/, 'bold'),
      markRule(/(?:^|[\s(])(\*|_)([^\s*_](?:[^*_]*[^\s*_])?)\1$/, 'italic'),
      markRule(/(?:^|[\s(])(~~)(\S(?:.*?\S)?)\1$/, 'strike'),
      markRule(/(?:^|[\s(])(==)(\S(?:.*?\S)?)\1$/, 'highlight'),
      markRule(/(?:^|[\s(])(`)([^`]+)`$/, 'code'),
      linkRule,
    ],
  });

/** Makes `[ ] ` and `[x] ` a task: in a list its item gets a checkbox, elsewhere a list begins. */
const taskRule = new InputRule(/^\[([ xX]?)\]\s$/, (state, match, start, end) => {
  const checked = match[1]!.trim() !== '';
  const tr = state.tr.delete(start, end);
  const $start = tr.doc.resolve(start);
  const place = listItemAt($start);
  if (place) return $start.before() === place.position + 1 ? tr.setNodeAttribute(place.position, 'checked', checked) : null;
  const range = $start.blockRange();
  const wrapping = range && findWrapping(range, node('bulletList'));
  if (!range || !wrapping) return null;
  tr.wrap(range, wrapping);
  const item = listItemAt(tr.doc.resolve(tr.mapping.map(start)));
  if (item) tr.setNodeAttribute(item.position, 'checked', checked);
  return joinBefore(tr, start, 'bulletList');
});

/** Joins a new list with the one before it. */
function joinBefore(tr: Transaction, start: number, type: string): Transaction {
  const before = tr.doc.resolve(start - 1).nodeBefore;
  return before?.type.name === type && canJoin(tr.doc, start - 1) ? tr.join(start - 1) : tr;
}

/** Makes a quote that begins with `[!NOTE] ` a callout of that kind. */
const calloutRule = new InputRule(new RegExp(`^\\[!(${calloutKinds.join('|')})\\]\\s$`, 'i'), (state, match, start, end) => {
  const $start = state.doc.resolve(start);
  const kind = match[1]!.toLowerCase();
  const tr = state.tr.delete(start, end);
  if ($start.depth > 1 && $start.node(-1).type.name === 'blockquote' && $start.index(-1) === 0)
    return tr.setNodeMarkup($start.before(-1), node('callout'), { id: $start.node(-1).attrs.id, kind });
  const range = tr.doc.resolve(start).blockRange();
  const wrapping = range && findWrapping(range, node('callout'), { kind });
  return range && wrapping ? tr.wrap(range, wrapping) : null;
});

/** Makes `---` at the start of an empty line a line between blocks. */
const ruleRule = new InputRule(/^(?:---|___)$/, (state, _, start) => {
  const $start = state.doc.resolve(start);
  const { parent, depth } = $start;
  if (
    parent.type.name !== 'paragraph' ||
    depth === 0 ||
    !$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1), node('horizontalRule'))
  )
    return null;
  const tr = state.tr.delete(start, $start.end());
  return tr.insert($start.before(), node('horizontalRule').create());
});

/** Returns a rule that gives the text between two signs a mark. The first group is the sign, the second one the text. */
function markRule(pattern: RegExp, name: string): InputRule {
  return new InputRule(
    pattern,
    (state, match, _, end) => {
      const text = match[2]!;
      const sign = match[1]!.length;
      const from = end - (match[0].length - match[0].indexOf(match[1]!)) + 1;
      // The last character of the sign is not in the document yet.
      const inner = from + sign;
      const to = inner + text.length;
      if (!state.doc.resolve(from).parent.type.allowsMarkType(mark(name)) || state.doc.rangeHasMark(from, to, mark('code'))) return null;
      const tr = state.tr;
      if (end > to) tr.delete(to, end);
      tr.delete(from, inner);
      return tr.addMark(from, from + text.length, mark(name).create()).removeStoredMark(mark(name));
    },
    { inCodeMark: false },
  );
}

/** Makes `[words](address)` a link. */
const linkRule = new InputRule(
  /\[([^\][]+)\]\(([^\s()]+)\)$/,
  (state, match, start, end) => {
    const href = meantAddress(match[2]!);
    if (href === undefined) return null;
    const link = mark('link');
    return state.tr
      .replaceWith(start, end, state.schema.text(match[1]!, [link.create({ href }), ...state.doc.resolve(start).marks()]))
      .removeStoredMark(link);
  },
  { inCodeMark: false },
);
