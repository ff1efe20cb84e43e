import type { PointerEvent as ReactPointerEvent } from 'react';

/** Pixels that a pointer moves before a press is a drag. */
const THRESHOLD = 4;

/** The reports of a drag. */
export interface Follower {
  readonly onMove: (event: PointerEvent) => void;
  /** Runs at the end; a press without a drag has `moved` false. It does not run for a drag that Escape or the browser ends. */
  readonly onEnd: (event: PointerEvent, moved: boolean) => void;
  readonly onCancel: () => void;
}

/** Follows a pointer from a press on until it is let go. Fingers scroll, so a touch is not followed. */
export function followPointer(press: ReactPointerEvent, { onMove, onEnd, onCancel }: Follower): void {
  if (press.button !== 0 || press.pointerType === 'touch') return;
  const { clientX, clientY } = press;
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let moved = false;
  function move(event: PointerEvent): void {
    moved ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) >= THRESHOLD;
    if (!moved) return;
    event.preventDefault();
    onMove(event);
  }
  function cancel(): void {
    listening.abort();
    onCancel();
  }
  addEventListener('pointermove', move, options);
  addEventListener('pointercancel', cancel, options);
  addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), options);
  addEventListener(
    'pointerup',
    (event) => {
      listening.abort();
      // The click that follows a drag is no press of a button.
      if (moved) addEventListener('click', stopClick, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stopClick, { capture: true }));
      onEnd(event, moved);
    },
    options,
  );
}

function stopClick(event: MouseEvent): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Returns the day of the cell under a pointer, or undefined. */
export function dayUnder({ clientX, clientY }: PointerEvent): string | undefined {
  const cells = document
    .elementsFromPoint(clientX, clientY)
    .flatMap((element) => (element instanceof HTMLElement ? (element.dataset.day ?? []) : []));
  return cells[0];
}
