import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type ReactElement, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { elementAt } from '../geometry/hit-test.ts';
import type { Place } from '../geometry/view.ts';
import { toBoard } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import type { BoardStore } from '../model/board-store.ts';
import type { PersonOnBoard } from '../people/presence.ts';
import type { BoardActs } from '../tools/board-acts.ts';
import { boxOfElements, selectedElements } from '../tools/selection.ts';
import type { CanvasState } from './canvas-state.ts';
import { ElementLayer, useNearBox } from './element-layer.tsx';
import { Overlay } from './overlay.tsx';
import { TextField } from './text-field.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useGestures } from './use-gestures.ts';
import { useKeys } from './use-keys.ts';

/** The id of the sentence that describes the keys. */
export const BOARD_HELP_ID = 'board-keys';

/** Props of the canvas: the whiteboard, its state on the page, and what lies above it. */
export interface BoardCanvasProps {
  readonly state: CanvasState;
  readonly elements: BoardElements;
  readonly order: readonly BoardElement[];
  readonly store: BoardStore | undefined;
  readonly acts: BoardActs | undefined;
  readonly canWrite: boolean;
  readonly background: 'plain' | 'dots' | 'grid';
  readonly people: readonly PersonOnBoard[];
  readonly onPointer: (place: Place | undefined) => void;
  readonly onToolbar: () => void;
  readonly ref: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
}

/** Renders the elements of a whiteboard, and what a person does with pointers and keys. */
export function BoardCanvas(props: BoardCanvasProps): ReactElement {
  const { state, elements, order, store, acts, canWrite, background, people, onPointer, onToolbar, ref, children } = props;
  const stage = useRef<HTMLDivElement>(null);
  const { view, size, shown } = state;
  const gestureEnd = useRef<() => boolean>(() => false);
  const keys = useKeys({ state, store, acts, canWrite, order, onToolbar, onCancel: () => gestureEnd.current() });
  const gestures = useGestures({ stage, state, elements: shown, store, acts, canWrite, isSpaceHeld: keys.isSpaceHeld });
  gestureEnd.current = gestures.cancel;
  const clipboard = useClipboard({ state, elements, store, acts, canWrite });
  useSize(stage, state.setSize);
  const { pointer } = gestures;
  useEffect(() => onPointer(pointer), [pointer, onPointer]);
  const near = useNearBox(view, size);
  const selected = selectedElements(shown, state.selected);
  const edited = state.editing === undefined ? undefined : shown.byId.get(state.editing);
  const isMoving = gestures.isPanning || keys.isSpaceHeld || state.tool === 'hand';

  function editAt(event: { readonly clientX: number; readonly clientY: number }): void {
    const { left, top } = stage.current!.getBoundingClientRect();
    const place = toBoard(view, { x: event.clientX - left, y: event.clientY - top });
    const pressed = elementAt(shown, place, 6 / view.zoom);
    if (!canWrite || !pressed || pressed.is_locked) return;
    state.select([pressed.id]);
    state.edit(pressed.id);
  }
  function setStage(element: HTMLDivElement | null): void {
    stage.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }
  return (
    <div
      ref={setStage}
      role="application"
      aria-label="Whiteboard"
      aria-describedby={BOARD_HELP_ID}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      className={`board-stage ${isMoving ? 'moving' : state.tool === 'select' ? '' : 'drawing'}`}
      onPointerDown={(event) => {
        stage.current?.focus({ preventScroll: true });
        gestures.onPointerDown(event);
      }}
      onPointerMove={gestures.onPointerMove}
      onPointerUp={gestures.onPointerUp}
      onPointerCancel={gestures.onPointerUp}
      onPointerLeave={gestures.onPointerLeave}
      onDoubleClick={editAt}
      onKeyDown={keys.onKeyDown}
      onKeyUp={keys.onKeyUp}
      {...clipboard}
    >
      <Ground background={background} state={state} />
      <svg className="board-ink" width={size.width} height={size.height} aria-hidden="true">
        <g transform={`scale(${view.zoom}) translate(${-view.x} ${-view.y})`}>
          <ElementLayer elements={shown} near={near} editing={state.editing} />
        </g>
      </svg>
      <Overlay
        view={view}
        size={size}
        elements={shown}
        selected={selected}
        frame={state.editing === undefined ? boxOfElements(selected) : undefined}
        canResize={canWrite && selected.some(({ type, is_locked }) => type !== 'connector' && !is_locked)}
        marquee={gestures.marquee}
        draft={gestures.draft}
        guides={gestures.guides}
        people={people}
      />
      {edited && acts && (
        <TextField
          key={edited.id}
          element={edited}
          elements={shown}
          view={view}
          onText={(text) => acts.setText(edited.id, text, true)}
          onEnd={() => {
            state.edit(undefined);
            stage.current?.focus({ preventScroll: true });
            if (edited.type === 'text' && (store?.getElements().byId.get(edited.id)?.text ?? '').trim() === '')
              acts.remove(new Set([edited.id]));
          }}
        />
      )}
      {children}
    </div>
  );
}

/** Renders the pattern of the ground, which moves with the view. */
function Ground({ background, state: { view } }: Pick<BoardCanvasProps, 'background' | 'state'>): ReactElement | null {
  if (background === 'plain') return null;
  let step = 20 * view.zoom;
  while (step < 14) step *= 2;
  return (
    <div
      className={`board-ground ${background}`}
      style={{ backgroundSize: `${step}px ${step}px`, backgroundPosition: `${-view.x * view.zoom}px ${-view.y * view.zoom}px` }}
      aria-hidden="true"
    />
  );
}

/** Follows the size of an element. */
function useSize(target: { readonly current: HTMLElement | null }, setSize: CanvasState['setSize']): void {
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [target, setSize]);
}
