import type { LiveState } from '../live-editing/live-state.ts';
import type { OtherPerson } from '../live-editing/other-people.ts';
import type { BlockChoice } from './commands/block-choices.ts';
import type { SelectionFacts } from './facts.ts';
import type { CommentPlace } from './model/comment-place.ts';
import type { OutlineEntry } from './model/outline.ts';

/** The open menu of blocks: its offers, the marked one, and the place of the cursor in the window. */
export interface OpenSlashMenu {
  readonly choices: readonly BlockChoice[];
  readonly index: number;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** The facts that an editor shows around its text. */
export interface EditorFacts {
  readonly selection: SelectionFacts;
  readonly outline: readonly OutlineEntry[];
  readonly slash: OpenSlashMenu | undefined;
  readonly people: readonly OtherPerson[];
  readonly isEditable: boolean;
  /** The number of blocks that this version cannot show; 0 in an editor. */
  readonly left_out: number;
}

/** An editor on the page. */
export interface MountedEditor {
  getFacts(): EditorFacts;
  /** Undefined for a document that is only shown. */
  getLive(): LiveState | undefined;
  /** Calls a listener after each change of the facts or of the live state. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Runs an act of the toolbar by its name, and takes the focus back to the text. */
  run(act: string, ...values: string[]): void;
  /** Runs an act of a dialog, which gives the focus back itself. */
  apply(act: string, ...values: string[]): void;
  /** Opens the menu of blocks, as a typed slash does. */
  openSlash(): void;
  /** Chooses an offer of the open menu of blocks. */
  choose(choice: BlockChoice): void;
  focus(): void;
  /** Stops changes of this person, or allows them again. */
  hold(isHeld: boolean): void;
  /** Returns the whole text, for a copy. */
  getText(): string;
  /** Takes the cursor to a heading of the outline. */
  goTo(position: number): void;
  /** Returns the place that a comment on the selection is about. */
  getPlace(): CommentPlace;
  /** Selects a quote in its block, or the block without it, and takes the focus there. Returns false if the block is not there. */
  showPlace(block_id: string | null, quote: string | null): boolean;
  destroy(): void;
}

/** The requests of an editor to its page. */
export interface PageRequests {
  /** Asks for what a dialog chooses: a link, a picture, a thing, or the list of keys. */
  readonly onDialog: (dialog: 'link' | 'image' | 'embed' | 'keys') => void;
  /** Begins a comment on the selection. */
  readonly onComment: () => void;
  /** Takes the focus to the toolbar, or out of the editor. */
  readonly onToolbar: () => void;
  readonly onLeave: () => void;
  /** Says what failed. */
  readonly onFailed: (error: unknown) => void;
}
