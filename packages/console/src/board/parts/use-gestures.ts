import { type Box, boxAround } from '@space/board/live';
import { MAX_ELEMENT_POINTS } from '@space/contracts/whiteboard-elements';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { boxBetween, elementAround, elementAt, elementsSeen } from '../geometry/hit-test.ts';
import type { Handle } from '../geometry/resize-box.ts';
import type { Guide } from '../geometry/snap.ts';
import { type Place, panBy, seenBox, toBoard, zoomTo } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import type { BoardStore } from '../model/board-store.ts';
import type { BoardActs } from '../tools/board-acts.ts';
import { marqueeSelection, type Pull, type Pulled, pullTo, snapTargets } from '../tools/gesture.ts';
import { type BoxedType, boxedElement, connectorElement, connectorEnd, freehandElement, lineElement } from '../tools/new-elements.ts';
import { boxOfElements, pressElement, selectedElements, withContents } from '../tools/selection.ts';
import type { CanvasState } from './canvas-state.ts';

/** Pixels of the window around a line in which a press hits it, with a mouse and with a finger. */
const REACH = { mouse: 6, touch: 14 } as const;

/** Pixels of the window after which a press is a pull. */
const PULL_PIXELS = 4;

/** Milliseconds between two stored steps of a pull. */
const STORE_MS = 120;

type Gesture =
  | { readonly kind: 'pan'; last: Place }
  | { readonly kind: 'marquee'; readonly start: Place; readonly before: ReadonlySet<string> }
  | { readonly kind: 'new'; readonly start: Place; readonly places: Place[]; readonly from: string | undefined }
  | {
      readonly kind: 'pull';
      readonly pull: Pull;
      readonly startInWindow: Place;
      isPulled: boolean;
      isStored: boolean;
      storedAt: number;
      last?: Pulled;
    };

/** The marks of a gesture above the elements, and the handlers of the canvas. */
export interface Gestures {
  readonly marquee: Box | undefined;
  readonly draft: readonly Place[];
  readonly guides: readonly Guide[];
  readonly isPanning: boolean;
  /** The place of the pointer on the whiteboard; undefined when it is elsewhere. */
  readonly pointer: Place | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  /** Ends the gesture without its changes. Returns false without one. */
  cancel(): boolean;
}

/** The needs of gestures. */
export interface GestureOptions {
  readonly stage: RefObject<HTMLElement | null>;
  readonly state: CanvasState;
  readonly elements: BoardElements;
  readonly store: BoardStore | undefined;
  readonly acts: BoardActs | undefined;
  readonly canWrite: boolean;
  /** True while the space bar is held, which moves the view. */
  readonly isSpaceHeld: boolean;
}

/** Returns the gestures of pointers on a canvas: select, move, resize, rotate, draw, move the view, and zoom with two fingers. */
export function useGestures({ stage, state, elements, store, acts, canWrite, isSpaceHeld }: GestureOptions): Gestures {
  const gesture = useRef<Gesture>(undefined);
  const touches = useRef(new Map<number, Place>());
  const [marquee, setMarquee] = useState<Box>();
  const [draft, setDraft] = useState<readonly Place[]>([]);
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const [isPanning, setPanning] = useState(false);
  const [pointer, setPointer] = useState<Place>();
  const { view, tool, selected } = state;
  useWheel(stage, state);

  const inWindow = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Place => {
    const { left, top } = stage.current!.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  function clear(): void {
    gesture.current = undefined;
    setMarquee(undefined);
    setDraft([]);
    setGuides([]);
    setPanning(false);
    state.setPreview(new Map());
  }

  function cancel(): boolean {
    const now = gesture.current;
    if (!now) return false;
    if (now.kind === 'pull' && now.isStored) store?.undo();
    clear();
    return true;
  }

  function begin(event: PointerEvent<HTMLElement>): Gesture | undefined {
    const place = inWindow(event);
    const start = toBoard(view, place);
    if (event.button === 1 || isSpaceHeld || tool === 'hand') return { kind: 'pan', last: place };
    if (event.button !== 0) return undefined;
    if (tool !== 'select' && canWrite) {
      const from = tool === 'connector' ? elementAround(elements, start)?.id : undefined;
      return { kind: 'new', start, places: [start], from };
    }
    const handle = (event.target as Element).closest<SVGElement>('[data-handle]')?.dataset.handle;
    const pullOf = (pull: Pull): Gesture => ({ kind: 'pull', pull, startInWindow: place, isPulled: false, isStored: false, storedAt: 0 });
    if (handle !== undefined && canWrite) {
      const chosen = selectedElements(elements, withContents(elements, selected));
      const box = boxOfElements(selectedElements(elements, selected))!;
      return pullOf(
        handle === 'turn'
          ? { kind: 'rotate', start, box, elements: chosen }
          : { kind: 'resize', handle: handle as Handle, box, elements: selectedElements(elements, selected) },
      );
    }
    const reach = (event.pointerType === 'touch' ? REACH.touch : REACH.mouse) / view.zoom;
    const pressed = elementAt(elements, start, reach);
    if (!pressed) {
      const before = event.shiftKey ? selected : new Set<string>();
      state.select(before);
      return { kind: 'marquee', start, before };
    }
    const next = pressElement(elements, selected, pressed.id, event.shiftKey);
    state.select(next);
    const moved = withContents(elements, next);
    const others = snapTargets(elementsSeen(elements, seenBox(view, state.size)), moved);
    return pullOf({ kind: 'move', start, elements: selectedElements(elements, moved), others });
  }

  function pull(now: Extract<Gesture, { kind: 'pull' }>, place: Place, event: PointerEvent<HTMLElement>): void {
    if (!canWrite || !acts) return;
    now.isPulled ||= Math.hypot(place.x - now.startInWindow.x, place.y - now.startInWindow.y) > PULL_PIXELS;
    if (!now.isPulled) return;
    const pulled = pullTo(now.pull, toBoard(view, place), view.zoom, { shift: event.shiftKey, alt: event.altKey });
    now.last = pulled;
    state.setPreview(pulled.patches);
    setGuides(pulled.guides);
    const time = performance.now();
    if (time - now.storedAt < STORE_MS) return;
    now.storedAt = time;
    acts.patch(pulled.patches, now.isStored);
    now.isStored = true;
  }

  function finish(now: Gesture): void {
    if (now.kind === 'pull' && now.last && acts) {
      acts.patch(now.last.patches, now.isStored);
      if (now.pull.kind === 'move') acts.putInFrames(state.selected);
    }
    if (now.kind === 'new') addNew(now);
  }

  function addNew({ start, places, from }: Extract<Gesture, { kind: 'new' }>): void {
    if (!store) return;
    const end = places.at(-1)!;
    const element = (() => {
      if (tool === 'line') return lineElement([start, end]);
      if (tool === 'freehand') return freehandElement(places, MAX_ELEMENT_POINTS.freehand);
      if (tool !== 'connector') return boxedElement(tool as BoxedType, start, end, view.zoom);
      const to = elementAround(elements, end, from)?.id;
      const hasLength = Math.hypot(end.x - start.x, end.y - start.y) * view.zoom > PULL_PIXELS;
      return hasLength ? connectorElement(connectorEnd(start, from), connectorEnd(end, to)) : undefined;
    })();
    if (!element) return;
    const id = store.write((writer) => writer.add(element));
    acts?.putInFrames(new Set([id]));
    if (tool === 'freehand') return;
    state.select([id]);
    state.setTool('select');
    if (['sticky', 'text', 'rectangle', 'ellipse', 'diamond'].includes(tool)) state.edit(id);
  }

  /** Moves and zooms the view by two fingers. Returns true if there are two. */
  function pinch(event: PointerEvent<HTMLElement>, place: Place): boolean {
    const before = touches.current.get(event.pointerId);
    if (!before) return false;
    const other = [...touches.current].find(([id]) => id !== event.pointerId)?.[1];
    touches.current.set(event.pointerId, place);
    if (!other) return false;
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    const former = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
    const factor = distance(place, other) / Math.max(1, distance(before, other));
    state.setView((now) => zoomTo(panBy(now, former.x - middle.x, former.y - middle.y), middle, now.zoom * factor));
    return true;
  }

  return {
    marquee,
    draft,
    guides,
    isPanning,
    pointer,
    cancel,
    onPointerDown(event) {
      if (state.editing !== undefined) state.edit(undefined);
      stage.current?.setPointerCapture?.(event.pointerId);
      if (event.pointerType === 'touch') touches.current.set(event.pointerId, inWindow(event));
      if (touches.current.size > 1) {
        cancel();
        return;
      }
      gesture.current = begin(event);
      setPanning(gesture.current?.kind === 'pan');
    },
    onPointerMove(event) {
      const place = inWindow(event);
      const at = toBoard(view, place);
      setPointer(at);
      if (pinch(event, place)) return;
      const now = gesture.current;
      if (now?.kind === 'pan') {
        const [dx, dy] = [now.last.x - place.x, now.last.y - place.y];
        now.last = place;
        state.setView((before) => panBy(before, dx, dy));
      } else if (now?.kind === 'marquee') {
        setMarquee(boxBetween(now.start, at));
        state.select(marqueeSelection(elements, now.start, at, now.before));
      } else if (now?.kind === 'new') {
        now.places.push(at);
        setDraft(draftOf(tool, now.places));
      } else if (now) pull(now, place, event);
    },
    onPointerUp(event) {
      touches.current.delete(event.pointerId);
      const now = gesture.current;
      if (!now) return;
      if (event.type !== 'pointercancel') finish(now);
      clear();
    },
    onPointerLeave: () => setPointer(undefined),
  };
}

/** Returns the line that shows what a tool will make. */
function draftOf(tool: string, places: readonly Place[]): readonly Place[] {
  const [start, end] = [places[0]!, places.at(-1)!];
  if (tool === 'freehand') return [...places];
  if (tool === 'line' || tool === 'connector') return [start, end];
  const { x, y, width, height } = boxAround([boxBetween(start, end)])!;
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
    { x, y },
  ];
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Moves the view by the wheel, and zooms it by the wheel with Ctrl, as a touchpad sends a pinch. */
function useWheel(stage: RefObject<HTMLElement | null>, { setView }: CanvasState): void {
  useEffect(() => {
    const target = stage.current;
    if (!target) return undefined;
    function onWheel(event: WheelEvent): void {
      event.preventDefault();
      const { left, top } = target!.getBoundingClientRect();
      const place = { x: event.clientX - left, y: event.clientY - top };
      const unit = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      if (event.ctrlKey || event.metaKey) setView((now) => zoomTo(now, place, now.zoom * Math.exp(-event.deltaY * unit * 0.005)));
      else setView((now) => panBy(now, dx * unit, dy * unit));
    }
    // React adds it as a passive one, which cannot stop the page from scrolling.
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [stage, setView]);
}
