import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

/** Renders an element with a short text that appears on hover and focus. */
export function Tooltip({
  text,
  children,
  side = 'top',
}: {
  readonly text: string;
  readonly children: ReactElement;
  readonly side?: 'top' | 'right';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="positioner" side={side} sideOffset={6}>
          <Base.Popup className="tooltip">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
