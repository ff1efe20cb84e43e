import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { barAt, lastTop, type ScrollPlace, scrolledTo, topShowing } from './scroll-scale.ts';

/** Rows that pass in one frame before each is drawn as one text. */
const FAST_ROWS = 8;

/** Milliseconds after the last scroll until rows are asked for. */
const STANDING_MS = 60;

/** Milliseconds after the last scroll until the bar is set to its place. */
const SETTLED_MS = 150;

/** The part of the rows that is on the screen. */
export interface Viewport {
  /** Pixels of rows above the screen. */
  readonly vtop: number;
  /** Pixels from the place of a row among all rows to its place in the spacer. */
  readonly shift: number;
  readonly left: number;
  readonly width: number;
  readonly screen: number;
  /** True while rows pass too fast to be read. */
  readonly isFast: boolean;
  /** True when the scroll has ended, so that rows on the screen are worth a read. */
  readonly isStanding: boolean;
}

/** Sizes that a viewport is computed from. */
export interface ViewportSizes {
  readonly rows: number;
  readonly rowHeight: number;
  readonly headHeight: number;
}

/** Follows the scroll of an element. Returns what is on the screen, the handler of its scroll event, and a function that shows a row. */
export function useViewport(
  scroller: RefObject<HTMLElement | null>,
  { rows, rowHeight, headHeight }: ViewportSizes,
): readonly [Viewport, () => void, (row: number) => void] {
  const [view, setView] = useState<Viewport>({ vtop: 0, shift: 0, left: 0, width: 0, screen: 0, isFast: false, isStanding: true });
  const place = useRef<ScrollPlace>({ vtop: 0, bar: 0 });
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const area = () => ({ content: rows * rowHeight, screen: Math.max((scroller.current?.clientHeight ?? 0) - headHeight, rowHeight) });

  function show(vtop: number, changes: Partial<Viewport> = {}): void {
    const { clientWidth, scrollLeft } = scroller.current!;
    const shift = place.current.bar - vtop;
    setView((before) => ({ ...before, vtop, shift, left: scrollLeft, width: clientWidth, screen: area().screen, ...changes }));
  }

  function align(vtop: number = place.current.vtop, changes: Partial<Viewport> = {}): void {
    const element = scroller.current;
    if (!element) return;
    const top = Math.min(vtop, lastTop(area()));
    const bar = barAt(top, area());
    if (Math.abs(element.scrollTop - bar) >= 1) element.scrollTop = bar;
    place.current = { vtop: top, bar: element.scrollTop };
    show(top, changes);
  }

  function stop(): void {
    for (const timer of timers.current) clearTimeout(timer);
  }

  function onScroll(): void {
    const bar = scroller.current!.scrollTop;
    const before = place.current;
    if (bar === before.bar) {
      show(before.vtop);
      return;
    }
    place.current = scrolledTo(before, bar, area());
    const isFast = Math.abs(place.current.vtop - before.vtop) > FAST_ROWS * rowHeight;
    show(place.current.vtop, { isFast, isStanding: false });
    stop();
    timers.current = [
      setTimeout(() => show(place.current.vtop, { isFast: false, isStanding: true }), STANDING_MS),
      setTimeout(() => align(), SETTLED_MS),
    ];
  }

  function showRow(row: number): void {
    const vtop = topShowing(row, rowHeight, place.current.vtop, area());
    if (vtop !== place.current.vtop) align(vtop, { isFast: false, isStanding: false });
    stop();
    timers.current = [setTimeout(() => show(place.current.vtop, { isFast: false, isStanding: true }), STANDING_MS)];
  }

  const latest = useRef({ align, stop });
  latest.current = { align, stop };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number or height of rows is another area
  useLayoutEffect(() => latest.current.align(), [rows, rowHeight]);
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current.align());
    observer.observe(scroller.current!);
    return () => {
      observer.disconnect();
      latest.current.stop();
    };
  }, [scroller]);
  return [view, onScroll, showRow];
}
