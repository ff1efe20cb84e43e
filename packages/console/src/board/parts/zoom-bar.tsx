import { Maximize, Maximize2, Minimize2, Minus, PanelRight, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';

/** Props of the bar: the factor of sizes, the parts that are open, and what changes them. */
export interface ZoomBarProps {
  readonly zoom: number;
  readonly isListOpen: boolean;
  readonly isFull: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onList: () => void;
  readonly onFull: () => void;
}

/** Renders the factor of sizes with the buttons that change it, and those of the list and the full window. */
export function ZoomBar({ zoom, isListOpen, isFull, onZoom, onFit, onList, onFull }: ZoomBarProps): ReactElement {
  const fullLabel = isFull ? 'Leave the full window' : 'Use the full window';
  return (
    <fieldset className="board-zoom" aria-label="View">
      <Button look="plain icon" small aria-label="Smaller" onClick={() => onZoom(1 / 1.25)}>
        <Minus size={16} aria-hidden="true" />
      </Button>
      <span className="number">{Math.round(zoom * 100)} %</span>
      <Button look="plain icon" small aria-label="Larger" onClick={() => onZoom(1.25)}>
        <Plus size={16} aria-hidden="true" />
      </Button>
      <Button look="plain icon" small aria-label="Show all elements" title="Show all elements (1)" onClick={onFit}>
        <Maximize size={16} aria-hidden="true" />
      </Button>
      <Button look="plain icon" small aria-label="List of elements" title="List of elements" aria-pressed={isListOpen} onClick={onList}>
        <PanelRight size={16} aria-hidden="true" />
      </Button>
      <Button look="plain icon" small aria-label={fullLabel} title={fullLabel} onClick={onFull}>
        {isFull ? <Minimize2 size={16} aria-hidden="true" /> : <Maximize2 size={16} aria-hidden="true" />}
      </Button>
    </fieldset>
  );
}
