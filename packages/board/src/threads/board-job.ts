import { MAX_FOLLOWED_CONTENTS, MAX_LIVE_PART_BYTES } from '@space/contracts/live-limits';
import type { BoardElement, ElementChange, NewElement } from '@space/contracts/whiteboard-elements';
import { createFollowedDocuments, type FollowRequest, type FollowResult, joinUpdates } from '@space/crdt';
import type { JobPerformers } from '@space/worker';
import { type ArrangeLayout, arrangeElements } from '../arrange/arrange-elements.ts';
import { addDiagram, type CreatedDiagram, type Diagram } from '../arrange/diagram.ts';
import { type ChangedElements, changeElements } from '../changes/change-elements.ts';
import { copyBoard } from '../changes/copy-board.ts';
import { type CreatedElements, createElements } from '../changes/create-elements.ts';
import { type DeletedElements, type DeleteOptions, deleteElements } from '../changes/delete-elements.ts';
import { replaceElements } from '../changes/replace-elements.ts';
import { type BoardComparison, compareStates } from '../compare/compare-boards.ts';
import { type BoardDescription, describeBoard } from '../compare/describe-board.ts';
import { type Change, type RevertedChange, restoreState, revertChange } from '../compare/revert-change.ts';
import { loadBoard } from '../document/load-board.ts';
import { readElements } from '../document/read-elements.ts';
import { boardKind } from '../updates/board-kind.ts';

/** The jobs by name, each with what it takes and what it returns. */
export interface BoardJobs {
  readonly create_elements: { readonly takes: { state: Uint8Array; elements: readonly NewElement[] }; readonly returns: CreatedElements };
  readonly replace_elements: { readonly takes: { state: Uint8Array; elements: readonly NewElement[] }; readonly returns: CreatedElements };
  readonly change_elements: { readonly takes: { state: Uint8Array; changes: readonly ElementChange[] }; readonly returns: ChangedElements };
  readonly delete_elements: {
    readonly takes: { state: Uint8Array; ids: readonly string[] } & DeleteOptions;
    readonly returns: DeletedElements;
  };
  readonly arrange: {
    readonly takes: { state: Uint8Array; ids: readonly string[]; layout: ArrangeLayout; gap?: number };
    readonly returns: ChangedElements;
  };
  readonly diagram: { readonly takes: { state: Uint8Array; diagram: Diagram }; readonly returns: CreatedDiagram };
  readonly copy: { readonly takes: { state: Uint8Array }; readonly returns: Uint8Array };
  readonly join_updates: { readonly takes: { state: Uint8Array | null; updates: readonly Uint8Array[] }; readonly returns: Uint8Array };
  readonly read_elements: { readonly takes: { state: Uint8Array }; readonly returns: readonly BoardElement[] };
  readonly describe: { readonly takes: { state: Uint8Array }; readonly returns: BoardDescription };
  readonly compare_states: { readonly takes: { before: Uint8Array; after: Uint8Array }; readonly returns: BoardComparison };
  readonly revert_change: { readonly takes: { state: Uint8Array; change: Change }; readonly returns: RevertedChange };
  readonly restore_state: { readonly takes: { state: Uint8Array; earlier: Uint8Array }; readonly returns: RevertedChange };
  readonly follow_board: { readonly takes: FollowRequest; readonly returns: FollowResult };
}

/** The whiteboards that this thread follows. */
const follow = createFollowedDocuments(boardKind, { ...MAX_FOLLOWED_CONTENTS, part_bytes: MAX_LIVE_PART_BYTES });

/** The functions of the jobs. They throw a BoardError. */
export const performers: JobPerformers<BoardJobs> = {
  create_elements: ({ state, elements }) => createElements(state, elements),
  replace_elements: ({ state, elements }) => replaceElements(state, elements),
  change_elements: ({ state, changes }) => changeElements(state, changes),
  delete_elements: ({ state, ids, ...options }) => deleteElements(state, ids, options),
  arrange: ({ state, ids, layout, gap }) => arrangeElements(state, ids, layout, gap),
  diagram: ({ state, diagram }) => addDiagram(state, diagram),
  copy: ({ state }) => copyBoard(state),
  join_updates: ({ state, updates }) => joinUpdates(state, updates),
  read_elements: ({ state }) => readElements(loadBoard(state)),
  describe: ({ state }) => describeBoard(readElements(loadBoard(state))),
  compare_states: ({ before, after }) => compareStates(before, after),
  revert_change: ({ state, change }) => revertChange(state, change),
  restore_state: ({ state, earlier }) => restoreState(state, earlier),
  follow_board: follow,
};
