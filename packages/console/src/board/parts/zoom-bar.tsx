import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';

/** Props of the bar: the factor of sizes, and what changes it. */
export interface ZoomBarProps {
  readonly zoom: number;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
}

/** Renders the factor of sizes with the buttons that change it. */
export const ZoomBar = ({ zoom, onZoom, onFit }: ZoomBarProps): ReactElement => (
  <fieldset className="board-zoom" aria-label="Zoom">
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
  </fieldset>
);
