import './model/without-eval.ts';
import '../live-editing/people.css';
import './styles/board.css';
import './styles/canvas.css';
import { elementBox, readingOrder } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LiveState } from '../live-editing/live-state.ts';
import { LiveNotice, LiveStatus } from '../live-editing/parts/live-status.tsx';
import type { BoardSource } from './board-content.ts';
import { type BoardThings, BoardThingsContext } from './drawing/board-things.ts';
import { type Place, showBox, toBoard } from './geometry/view.ts';
import type { BoardElements } from './model/board-elements.ts';
import { useAnnouncement } from './parts/announcement.ts';
import { BOARD_HELP_ID, BoardCanvas } from './parts/board-canvas.tsx';
import { type BoardDialog, BoardToolbar } from './parts/board-toolbar.tsx';
import { useCanvasState } from './parts/canvas-state.ts';
import { CopyElements } from './parts/copy-elements.tsx';
import { ElementList } from './parts/element-list.tsx';
import { SelectionBar } from './parts/selection-bar.tsx';
import { ZoomBar } from './parts/zoom-bar.tsx';
import { sharePresence } from './people/presence.ts';
import { boardActs } from './tools/board-acts.ts';
import { insertElementAt } from './tools/insert-element.ts';
import { selectedElements } from './tools/selection.ts';
import { useBoard } from './use-board.ts';

/** The knowledge of the parts around a whiteboard about it. */
export interface AroundBoard {
  readonly live: LiveState | undefined;
  readonly elements: BoardElements;
  readonly selected: readonly BoardElement[];
  /** The place in the middle of the window. */
  readonly middle: Place;
  /** Selects an element and shows it. Returns false if it is not there. */
  readonly showElement: (id: string) => boolean;
  readonly showPlace: (place: Place) => void;
  /** Adds a picture or a card in the middle of the window. */
  readonly insert: (type: 'image' | 'embed', fields: Readonly<Record<string, unknown>>, text?: string) => void;
}

/** Props of the editor: its source, what it shows of others, and what stands around it. */
export interface BoardEditorProps {
  readonly source: BoardSource;
  readonly background: 'plain' | 'dots' | 'grid';
  readonly things: BoardThings;
  /** The reason for which it cannot be changed, although its source could be. */
  readonly held?: boolean;
  readonly onDialog: (dialog: BoardDialog) => void;
  /** Begins a comment on an element, or on the place in the middle of the window; undefined where there are no comments. */
  readonly onComment?: ((place: { readonly element_id: string } | Place) => void) | undefined;
  readonly onArrange?: (layout: 'grid' | 'rows' | 'layers', element_ids: readonly string[]) => void;
  readonly onLink?: (href: string) => void;
  readonly before?: (around: AroundBoard) => ReactNode;
  readonly aside?: (around: AroundBoard) => ReactNode;
}

/** Renders a whiteboard: its tools, its elements, and what can be done with them. */
export function BoardEditor(props: BoardEditorProps): ReactElement {
  const { source, background, things, held = false, onDialog, onComment, onArrange, before, aside } = props;
  const { content, elements, live, people, canUndo, canRedo } = useBoard(source);
  const store = content?.store;
  const acts = useMemo(() => store && boardActs(store), [store]);
  const canWrite = live?.mayWrite === true && !held;
  const state = useCanvasState(elements, live === undefined ? content !== undefined : live.isSynced);
  const [isListOpen, setListOpen] = useState(false);
  const [isFull, setFull] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const order = useMemo(() => readingOrder(elements.list), [elements]);
  const selected = selectedElements(elements, state.selected);
  const announcement = useAnnouncement(elements, selected, order);
  const onPointer = useShared(content?.live?.awareness, state.selected);

  function show(element: BoardElement): void {
    state.select([element.id]);
    state.setView((view) => showBox(view, elementBox(element), state.size));
  }
  const around: AroundBoard = {
    live,
    elements,
    selected,
    middle: toBoard(state.view, { x: state.size.width / 2, y: state.size.height / 2 }),
    showElement(id) {
      const element = elements.byId.get(id);
      if (element) show(element);
      stage.current?.focus({ preventScroll: true });
      return element !== undefined;
    },
    showPlace({ x, y }) {
      state.setView((view) => ({ ...view, x: x - state.size.width / 2 / view.zoom, y: y - state.size.height / 2 / view.zoom }));
      stage.current?.focus({ preventScroll: true });
    },
    insert(type, fields, text) {
      if (!store) return;
      state.select([insertElementAt(store, type, around.middle, fields, text)]);
      stage.current?.focus({ preventScroll: true });
    },
  };
  return (
    <BoardThingsContext value={things}>
      {live && <LiveStatus live={live} noun="whiteboard" people={people} />}
      {before?.(around)}
      <LiveNotice live={live} noun="whiteboard" copy={<CopyElements elements={elements} />} />
      <div className={isFull ? 'board-columns full' : 'board-columns'}>
        <div className="board">
          <BoardToolbar
            ref={toolbar}
            tool={state.tool}
            canWrite={canWrite}
            canUndo={canUndo}
            canRedo={canRedo}
            onTool={state.setTool}
            onDialog={onDialog}
            onUndo={() => store?.undo()}
            onRedo={() => store?.redo()}
          />
          <BoardCanvas
            ref={stage}
            state={state}
            elements={elements}
            order={order}
            store={store}
            acts={acts}
            canWrite={canWrite}
            background={background}
            people={people}
            onPointer={onPointer}
            onToolbar={() => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
          />
          {isListOpen && <ElementList order={order} elements={elements} selected={state.selected} onShow={show} />}
          <div className="board-bars">
            {acts && (
              <SelectionBar
                state={state}
                selected={selected}
                acts={acts}
                canWrite={canWrite}
                onComment={onComment && (() => onComment(selected.length === 1 ? { element_id: selected[0]!.id } : around.middle))}
                onArrange={
                  onArrange &&
                  ((layout) =>
                    onArrange(
                      layout,
                      selected.map(({ id }) => id),
                    ))
                }
              />
            )}
            <ZoomBar
              zoom={state.view.zoom}
              isListOpen={isListOpen}
              isFull={isFull}
              onZoom={state.zoomBy}
              onFit={state.fit}
              onList={() => setListOpen(!isListOpen)}
              onFull={() => setFull(!isFull)}
            />
          </div>
          <p id={BOARD_HELP_ID} className="hidden-text">
            Tab goes from element to element, Escape and then Tab leaves the whiteboard. Enter edits a text, arrows move what is selected,
            and Alt F10 goes to the tools.
          </p>
          <p role="status" className="hidden-text">
            {announcement}
          </p>
        </div>
        {aside?.(around)}
      </div>
    </BoardThingsContext>
  );
}

/** Tells others the pointer and the selection of this person. Returns what takes the pointer. */
function useShared(
  awareness: Parameters<typeof sharePresence>[0] | undefined,
  selected: ReadonlySet<string>,
): (place: Place | undefined) => void {
  const pointer = useRef<Place>(undefined);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ awareness, selected });
  latest.current = { awareness, selected };
  const send = useCallback(() => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      const now = latest.current;
      if (now.awareness) sharePresence(now.awareness, pointer.current, now.selected);
    }, 80);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is sent
  useEffect(send, [selected, awareness, send]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return useCallback(
    (place) => {
      pointer.current = place;
      send();
    },
    [send],
  );
}
