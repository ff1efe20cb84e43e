import { type ReactElement, useState, useSyncExternalStore } from 'react';
import { RecordCards } from './record-cards.tsx';
import { TableGrid, type TableGridProps } from './table-grid.tsx';

const narrow = '(max-width: 719px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(narrow);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Renders the rows of a grid view: as a grid, or as cards on a narrow screen. A grid with cells that are not saved stays. */
export function GridBody(props: TableGridProps): ReactElement {
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
  const [isHeld, setHeld] = useState(false);
  return isNarrow && !isHeld ? <RecordCards {...props} /> : <TableGrid {...props} onHold={setHeld} />;
}
