import { toggleMark } from 'prosemirror-commands';
import type { Command } from 'prosemirror-state';
import { redoCommand, undoCommand } from 'y-prosemirror';
import { editorSchema } from '../model/editor-schema.ts';
import { blockChoices } from './block-choices.ts';
import { deleteNode, insertEmbed, insertImage, setAttribute } from './block-commands.ts';
import { removeLink, setLink } from './link-commands.ts';
import { liftItem, sinkItem, toggleTask } from './list-commands.ts';
import { moveBlock } from './move-block.ts';
import { tableActs } from './table-commands.ts';

/** The marks that the toolbar has. */
type MarkName = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'highlight';

type Act = (...values: string[]) => Command;

const marks = Object.fromEntries(
  ['bold', 'italic', 'underline', 'strike', 'code', 'highlight'].map((name) => [name, () => toggleMark(editorSchema.marks[name]!)]),
) as Record<MarkName, Act>;

const blocks: Record<string, Act> = Object.fromEntries(blockChoices.flatMap(({ id, run }) => (run ? [[`block:${id}`, () => run]] : [])));

const tables: Record<string, Act> = Object.fromEntries(
  Object.entries(tableActs).map(([name, command]) => [`table:${name}`, () => command]),
);

const own: Record<string, Act> = {
  undo: () => undoCommand,
  redo: () => redoCommand,
  link: (href = '') => setLink(href),
  unlink: () => removeLink,
  image: (src = '', alt = '') => insertImage(src, alt),
  alt: (alt = '') => setAttribute('image', 'alt', alt || null),
  embed: (href = '', label = '') => insertEmbed(href, label),
  callout: (kind = 'note') => setAttribute('callout', 'kind', kind),
  language: (language = '') => setAttribute('codeBlock', 'language', language || null),
  task: () => toggleTask,
  indent: () => sinkItem,
  outdent: () => liftItem,
  up: () => moveBlock(-1),
  down: () => moveBlock(1),
  delete: (type = '') => deleteNode(type),
};

const acts: Readonly<Record<string, Act>> = { ...marks, ...blocks, ...tables, ...own };

/** Returns the command of an act of the toolbar by its name, or undefined. */
export const actOf = (name: string, values: readonly string[]): Command | undefined => acts[name]?.(...values);
