import { elementBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type KeyboardEvent, useRef, useState } from 'react';
import { panBy, showBox } from '../geometry/view.ts';
import type { BoardStore } from '../model/board-store.ts';
import type { BoardActs } from '../tools/board-acts.ts';
import { toolOfKey } from '../tools/tool.ts';
import type { CanvasState } from './canvas-state.ts';

/** Pixels that an arrow moves elements, with Shift and without. */
const STEP = { usual: 10, fine: 1 } as const;

/** Pixels of the window that an arrow moves the view. */
const VIEW_STEP = 60;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The needs of the keys of a canvas. */
export interface KeyOptions {
  readonly state: CanvasState;
  readonly store: BoardStore | undefined;
  readonly acts: BoardActs | undefined;
  readonly canWrite: boolean;
  /** The elements as a person reads them. */
  readonly order: readonly BoardElement[];
  readonly onToolbar: () => void;
  /** Ends a gesture. Returns false without one. */
  readonly onCancel: () => boolean;
}

/** The keys of a canvas. */
export interface BoardKeys {
  readonly isSpaceHeld: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onKeyUp: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Returns the keys of a canvas: they choose tools, walk through elements, and move, edit and delete what is selected. */
export function useKeys(options: KeyOptions): BoardKeys {
  const [isSpaceHeld, setSpaceHeld] = useState(false);
  /** True after Escape: then Tab leaves the canvas. */
  const isLeaving = useRef(false);
  const { state, order } = options;

  function walk(event: KeyboardEvent<HTMLElement>): boolean {
    if (isLeaving.current || order.length === 0) return false;
    const last = order.findLastIndex(({ id }) => state.selected.has(id));
    const next = order[event.shiftKey ? (last < 0 ? order.length - 1 : last - 1) : last + 1];
    if (!next) return false;
    state.select([next.id]);
    state.setView((view) => showBox(view, elementBox(next), state.size));
    return true;
  }

  function leave(): boolean {
    isLeaving.current = true;
    if (options.onCancel()) return true;
    if (state.tool !== 'select') state.setTool('select');
    else state.select([]);
    return true;
  }

  return {
    isSpaceHeld,
    onKeyDown(event) {
      if (event.target !== event.currentTarget) return;
      const { key } = event;
      if (key === 'Tab') {
        if (walk(event)) event.preventDefault();
        return;
      }
      if (key === ' ') setSpaceHeld(true);
      const isHandled = key === ' ' || (key === 'Escape' ? leave() : pressKey(event, options));
      if (key !== 'Escape') isLeaving.current = false;
      if (isHandled) event.preventDefault();
    },
    onKeyUp(event) {
      if (event.key === ' ') setSpaceHeld(false);
    },
  };
}

/** Runs what a key does. Returns false for a key of others. */
function pressKey(event: KeyboardEvent<HTMLElement>, options: KeyOptions): boolean {
  const { state } = options;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey) {
    if (event.key !== 'F10') return false;
    options.onToolbar();
    return true;
  }
  const arrow = arrows[event.key];
  if (arrow) return pressArrow(arrow, event.shiftKey, options);
  if (isCommand) return pressCommand(event.key.toLowerCase(), event.shiftKey, options);
  if (event.key === '+' || event.key === '=') state.zoomBy(1.25);
  else if (event.key === '-') state.zoomBy(1 / 1.25);
  else if (event.key === '1') state.fit();
  else return pressPlain(event.key, options);
  return true;
}

function pressArrow([x, y]: readonly [number, number], isFine: boolean, { state, acts, canWrite }: KeyOptions): boolean {
  const step = isFine ? STEP.fine : STEP.usual;
  if (state.selected.size > 0 && canWrite && acts) {
    acts.moveBy(state.selected, x * step, y * step);
    acts.putInFrames(state.selected);
  } else state.setView((view) => panBy(view, x * VIEW_STEP, y * VIEW_STEP));
  return true;
}

function pressCommand(key: string, isShifted: boolean, { state, store, acts, canWrite, order }: KeyOptions): boolean {
  if (key === 'a') state.select(order.filter(({ is_locked }) => !is_locked).map(({ id }) => id));
  else if (!canWrite || !store || !acts) return false;
  else if (key === 'z' && !isShifted) store.undo();
  else if (key === 'y' || (key === 'z' && isShifted)) store.redo();
  else if (key === 'd') state.select(acts.duplicate(state.selected));
  else if (key === 'g') acts[isShifted ? 'ungroup' : 'group'](state.selected);
  else if (key === ']' || key === '[') acts.reorder(state.selected, key === ']' ? 'front' : 'back');
  else return false;
  return true;
}

function pressPlain(key: string, { state, acts, canWrite }: KeyOptions): boolean {
  if (!canWrite || !acts) {
    const seen = toolOfKey(key);
    if (seen !== 'select' && seen !== 'hand') return false;
    state.setTool(seen);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    acts.remove(state.selected);
    return true;
  }
  if ((key === 'Enter' || key === 'F2') && state.selected.size === 1) {
    state.edit([...state.selected][0]);
    return true;
  }
  const tool = toolOfKey(key);
  if (!tool) return false;
  state.setTool(tool);
  return true;
}
