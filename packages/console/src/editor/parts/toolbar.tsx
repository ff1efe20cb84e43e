import {
  Bold,
  Code,
  Highlighter,
  Italic,
  Keyboard,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  MessageSquarePlus,
  Plus,
  Redo2,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type Ref, useState } from 'react';
import { buttonClass } from '../../parts/button.tsx';
import type { SelectionFacts } from '../facts.ts';
import type { MountedEditor } from '../mounted-editor.ts';

/** Props of the toolbar: the editor, what its selection is, and the opening of dialogs. */
export interface ToolbarProps {
  readonly editor: MountedEditor;
  readonly selection: SelectionFacts;
  readonly onDialog: (dialog: 'link' | 'keys') => void;
  /** Begins a comment on the selection; undefined where there are no comments. */
  readonly onComment: (() => void) | undefined;
  readonly ref?: Ref<HTMLDivElement>;
}

const BLOCKS: readonly (readonly [value: string, label: string])[] = [
  ['text', 'Text'],
  ['heading1', 'Heading 1'],
  ['heading2', 'Heading 2'],
  ['heading3', 'Heading 3'],
  ['code', 'Code'],
];

const MARKS: readonly (readonly [act: string, label: string, icon: LucideIcon])[] = [
  ['bold', 'Bold', Bold],
  ['italic', 'Italic', Italic],
  ['underline', 'Underlined', Underline],
  ['strike', 'Struck through', Strikethrough],
  ['code', 'Code in a line', Code],
  ['highlight', 'Highlighted', Highlighter],
];

/** Renders the toolbar of an editor. It is one stop for Tab; arrows move in it. */
export function Toolbar({ editor, selection, onDialog, onComment, ref }: ToolbarProps): ReactElement {
  const [current, setCurrent] = useState(0);
  let count = 0;
  function tool(
    label: string,
    Icon: LucideIcon,
    run: () => void,
    state: { readonly pressed?: boolean; readonly off?: boolean } = {},
  ): ReactElement {
    const index = count++;
    return (
      <button
        key={label}
        type="button"
        className={buttonClass('plain icon', true)}
        aria-label={label}
        title={label}
        aria-pressed={state.pressed}
        aria-disabled={state.off || undefined}
        tabIndex={index === current ? 0 : -1}
        // The text keeps its selection, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={() => setCurrent(index)}
        onClick={() => !state.off && run()}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
    );
  }
  const has = (mark: string): boolean => selection.marks.includes(mark);
  const act = (name: string) => () => editor.run(name);
  const blockIndex = count++;
  return (
    <div ref={ref} role="toolbar" aria-label="Text" aria-orientation="horizontal" className="doc-toolbar" onKeyDown={moveFocus}>
      <select
        className="doc-blocks"
        aria-label="Kind of block"
        value={selection.block}
        tabIndex={blockIndex === current ? 0 : -1}
        onFocus={() => setCurrent(blockIndex)}
        // An arrow chooses, so that the focus stays here.
        onChange={({ target }) => editor.apply(`block:${target.value}`)}
      >
        {!BLOCKS.some(([value]) => value === selection.block) && (
          <option value={selection.block}>{selection.block.startsWith('heading') ? `Heading ${selection.block.at(-1)}` : '—'}</option>
        )}
        {BLOCKS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {MARKS.map(([name, label, icon]) => tool(label, icon, act(name), { pressed: has(name) }))}
      {tool('Link', Link2, () => onDialog('link'), { pressed: selection.link !== undefined })}
      {tool('List', List, act('block:bullet'), { pressed: selection.list === 'bullet' })}
      {tool('Numbered list', ListOrdered, act('block:ordered'), { pressed: selection.list === 'ordered' })}
      {tool('Tasks', ListTodo, act('block:task'), { pressed: selection.list === 'task' })}
      {tool('Quote', TextQuote, act('block:quote'), { pressed: selection.isQuote })}
      {tool('Insert a block', Plus, () => editor.openSlash())}
      {onComment && tool('Comment', MessageSquarePlus, onComment)}
      {tool('Undo', Undo2, act('undo'), { off: !selection.canUndo })}
      {tool('Redo', Redo2, act('redo'), { off: !selection.canRedo })}
      {tool('Keys of the editor', Keyboard, () => onDialog('keys'))}
    </div>
  );
}

/** Moves the focus in a toolbar by the arrows, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')];
  const from = tools.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: tools.length - 1 }[event.key];
  if (to === undefined || from < 0) return;
  event.preventDefault();
  tools[(to + tools.length) % tools.length]!.focus();
}
