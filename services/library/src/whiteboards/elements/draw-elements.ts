import type { Handlers } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import type { whiteboards } from '@space/contracts/whiteboards';
import { loadState, versionGone } from '../../contents/storage/load-state.ts';
import { inList, type RefusalPlaces } from '../content/board-work.ts';
import { changeBoard } from '../content/change-board.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { withRefs } from './with-refs.ts';

/** Creates the handlers that draw diagrams, arrange elements and take changes back. */
export function drawingHandlers(from: WhiteboardPorts): Pick<Handlers<typeof whiteboards>, 'diagram' | 'arrange' | 'revert'> {
  const { ports, boards } = from;

  /** Returns a former state. Throws `gone`. */
  async function stateAt(space: string, id: string, version: number): Promise<Uint8Array> {
    const state = await loadState(ports.database, boards, space, id, version);
    if (state === null) throw versionGone(version);
    return state;
  }

  return {
    diagram(call) {
      const { id: _id, ...diagram } = call.input;
      return changeBoard(from, call, {
        apply: (state) => boards.run(call.caller.space_id, 'diagram', { state, diagram }, inDiagram),
        answer: ({ frame, nodes: shapes, connectors }, { comparison: _all, ...versions }) => ({
          ...versions,
          frame_id: frame.id,
          elements: [frame, ...withRefs(shapes, diagram.nodes), ...connectors],
        }),
      });
    },

    arrange(call) {
      const { element_ids: ids, layout, gap } = call.input;
      return changeBoard(from, call, {
        apply: (state) =>
          boards.run(call.caller.space_id, 'arrange', { state, ids, layout, gap }, inList('element_ids', 'unresolved_reference')),
        answer: ({ after }, { comparison: _all, ...versions }) => ({ ...versions, elements: [...after] }),
      });
    },

    revert(call) {
      const { version, only } = call.input;
      const space = call.caller.space_id;
      return changeBoard(from, call, {
        async apply(state, whiteboard) {
          assertVersionIsPast(whiteboard, version);
          if (only === 'all') return boards.run(space, 'restore_state', { state, earlier: await stateAt(space, whiteboard.id, version) });
          if (version === 1)
            throw invalidFields([
              { path: 'version', code: 'invalid', message: 'is the creation of the whiteboard; delete the whiteboard instead' },
            ]);
          const after = await stateAt(space, whiteboard.id, version);
          const before = await stateAt(space, whiteboard.id, version - 1);
          return boards.run(space, 'revert_change', { state, change: { before, after } });
        },
        answer: (_made, { comparison: { added, changed, removed }, ...versions }) => ({
          ...versions,
          added: added.length,
          updated: changed.length,
          removed: removed.length,
        }),
      });
    },
  };
}

/** The places of a diagram: only a node has a ref. */
const inDiagram: RefusalPlaces = {
  fieldOf: (index, field) =>
    `${field === 'ref' ? 'nodes' : 'edges'}${index === undefined ? '' : `.${index}`}${field === undefined ? '' : `.${field}`}`,
  missing: 'unresolved_reference',
};

function assertVersionIsPast({ content_version }: WhiteboardRow, version: number): void {
  if (version > content_version)
    throw invalidFields([
      { path: 'version', code: 'invalid', message: `must be a version of the whiteboard, which has ${content_version}` },
    ]);
}
