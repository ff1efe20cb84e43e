import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type ReactElement, useState } from 'react';
import type { BoardActs } from '../tools/board-acts.ts';
import type { CanvasState } from './canvas-state.ts';
import { ElementLinkDialog } from './element-link-dialog.tsx';
import { StyleBar, type StyleBarActs } from './style-bar.tsx';

/** Props of the bar: the selection, and the acts on it. */
export interface SelectionBarProps {
  readonly state: CanvasState;
  readonly selected: readonly BoardElement[];
  readonly acts: BoardActs;
  readonly canWrite: boolean;
  readonly onComment: StyleBarActs['onComment'];
  readonly onArrange: StyleBarActs['onArrange'];
}

/** Renders what can be done with the selected elements; nothing while none is selected or a text is edited. */
export function SelectionBar({ state, selected, acts, canWrite, onComment, onArrange }: SelectionBarProps): ReactElement | null {
  const [linked, setLinked] = useState<BoardElement>();
  if (selected.length === 0 || state.editing !== undefined) return null;
  const { selected: ids } = state;
  const [first] = selected;
  const single = selected.length === 1 ? first : undefined;
  return (
    <>
      <StyleBar
        selected={selected}
        canWrite={canWrite}
        onSet={(fields) => acts.setAll(ids, fields)}
        acts={{
          onText: single && (() => state.edit(single.id)),
          onComment,
          onDuplicate: () => state.select(acts.duplicate(ids)),
          onDelete: () => acts.remove(ids),
          onOrder: (to) => acts.reorder(ids, to),
          onGroup: () => acts.group(ids),
          onUngroup: () => acts.ungroup(ids),
          onLock: (is_locked) => acts.lock(ids, is_locked),
          onArrange: canWrite ? onArrange : undefined,
          onLink: single && (() => setLinked(single)),
        }}
      />
      {linked && (
        <ElementLinkDialog
          link={linked.link ?? ''}
          onSave={(link) => acts.setAll(new Set([linked.id]), { link })}
          onClose={() => setLinked(undefined)}
        />
      )}
    </>
  );
}
