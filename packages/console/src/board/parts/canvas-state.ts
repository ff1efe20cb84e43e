import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fitView, type Size, type View, zoomTo } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import type { Patches } from '../tools/change-places.ts';
import { withPatches } from '../tools/change-places.ts';
import { boxOfElements } from '../tools/selection.ts';
import type { Tool } from '../tools/tool.ts';

/** The state of a whiteboard on the page that is no part of it: the view, the tool, the selection and the text that is edited. */
export interface CanvasState {
  readonly view: View;
  readonly size: Size;
  readonly tool: Tool;
  readonly selected: ReadonlySet<string>;
  readonly editing: string | undefined;
  /** The elements as they are shown: with the changes of a pull that are not stored yet. */
  readonly shown: BoardElements;
  readonly setView: (change: (view: View) => View) => void;
  readonly setSize: (size: Size) => void;
  readonly setTool: (tool: Tool) => void;
  readonly select: (ids: Iterable<string>) => void;
  readonly edit: (id: string | undefined) => void;
  readonly setPreview: (patches: Patches) => void;
  /** Shows all elements. */
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_PATCHES: Patches = new Map();

/** Returns the state of the canvas of elements. It shows all of them when they are there for the first time. */
export function useCanvasState(elements: BoardElements, isReady: boolean): CanvasState {
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [tool, setTool] = useState<Tool>('select');
  const [chosen, setChosen] = useState(NOTHING);
  const [editing, edit] = useState<string>();
  const [preview, setPreview] = useState(NO_PATCHES);
  const shown = useMemo(() => (preview.size === 0 ? elements : patched(elements, preview)), [elements, preview]);
  // An element that someone else deletes is not selected any more.
  const selected = useMemo(() => new Set([...chosen].filter((id) => elements.byId.has(id))), [chosen, elements]);
  const fit = useCallback(() => {
    const box = boxOfElements(elements.list);
    setView(box && size.width > 0 ? fitView(box, size) : { x: -size.width / 2, y: -size.height / 2, zoom: 1 });
  }, [elements, size]);
  const wasFitted = useRef(false);
  useEffect(() => {
    if (!isReady || size.width === 0 || wasFitted.current) return;
    wasFitted.current = true;
    fit();
  }, [isReady, size, fit]);
  return {
    view,
    size,
    tool,
    selected,
    editing: editing !== undefined && elements.byId.has(editing) ? editing : undefined,
    shown,
    setView,
    setSize,
    setTool,
    select: (ids) => setChosen(new Set(ids)),
    edit,
    setPreview,
    fit,
    zoomBy: (factor) => setView((now) => zoomTo(now, { x: size.width / 2, y: size.height / 2 }, now.zoom * factor)),
  };
}

function patched({ list }: BoardElements, patches: Patches): BoardElements {
  const next = withPatches(list, patches);
  return { list: next, byId: new Map(next.map((element) => [element.id, element])) };
}
