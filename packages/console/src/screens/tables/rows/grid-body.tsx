import { type ReactElement, useState } from 'react';
import { useMedia } from '../../../parts/use-media.ts';
import { RecordCards } from './record-cards.tsx';
import { TableGrid, type TableGridProps } from './table-grid.tsx';

const narrow = '(max-width: 719px)';

/** Renders the rows of a grid view: as a grid, or as cards on a narrow screen. A grid with cells that are not saved stays. */
export function GridBody(props: TableGridProps): ReactElement {
  const isNarrow = useMedia(narrow);
  const [isHeld, setHeld] = useState(false);
  return isNarrow && !isHeld ? <RecordCards {...props} /> : <TableGrid {...props} onHold={setHeld} />;
}
