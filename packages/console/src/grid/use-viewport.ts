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

/** Returns true if a part of a row is on the screen. */
export const isRowSeen = ({ vtop, screen }: Viewport, row: number, rowHeight: number): boolean =>
  (row + 1) * rowHeight > vtop && row * rowHeight < vtop + screen;

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
  const isScrolling = useRef(false);
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const area = () => ({ content: rows * rowHeight, screen: Math.max((scroller.current?.clientHeight ?? 0) - headHeight, rowHeight) });

  function show(vtop: number, changes: Partial<Viewport> = {}): void {
    if (!scroller.current) return;
    const { clientWidth, scrollLeft } = scroller.current;
    const shift = place.current.bar - vtop;
    setView((before) => ({ ...before, vtop, shift, left: scrollLeft, width: clientWidth, screen: area().screen, ...changes }));
  }

  /** Follows the bar if it moved: by a scroll, or because the screen became higher. Returns true if it did. */
  function follow(): boolean {
    const bar = scroller.current?.scrollTop;
    if (bar === undefined || bar === place.current.bar) return false;
    place.current = scrolledTo(place.current, bar, area());
    return true;
  }

  /** Shows the same rows in another area. */
  function resize(): void {
    if (!scroller.current) return;
    follow();
    // A bar that is set would end the scroll of the person.
    if (isScrolling.current) show(Math.min(place.current.vtop, lastTop(area())));
    else align();
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
    const before = place.current;
    if (!follow()) {
      show(before.vtop);
      return;
    }
    isScrolling.current = true;
    const isFast = Math.abs(place.current.vtop - before.vtop) > FAST_ROWS * rowHeight;
    show(place.current.vtop, { isFast, isStanding: false });
    stop();
    timers.current = [
      setTimeout(() => show(place.current.vtop, { isFast: false, isStanding: true }), STANDING_MS),
      setTimeout(() => {
        isScrolling.current = false;
        resize();
      }, SETTLED_MS),
    ];
  }

  function showRow(row: number): void {
    const vtop = topShowing(row, rowHeight, place.current.vtop, area());
    if (vtop !== place.current.vtop) align(vtop, { isFast: false, isStanding: false });
    stop();
    isScrolling.current = false;
    timers.current = [setTimeout(() => show(place.current.vtop, { isFast: false, isStanding: true }), STANDING_MS)];
  }

  const latest = useRef({ resize, stop });
  latest.current = { resize, stop };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number or height of rows is another area
  useLayoutEffect(() => latest.current.resize(), [rows, rowHeight]);
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current.resize());
    observer.observe(scroller.current!);
    return () => {
      observer.disconnect();
      latest.current.stop();
    };
  }, [scroller]);
  return [view, onScroll, showRow];
}
