import { Dialog } from '../parts/dialog.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { Command } from './palette-match.ts';

const PaletteList = lazyPart(() => import('./palette-list.tsx').then(({ PaletteList: part }) => part));

/** Renders the palette: a field that finds places and actions, and a list that arrows move through. */
export function Palette({
  commands,
  open,
  onClose,
}: {
  readonly commands: readonly Command[];
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Go to or do" look="palette" open={open} onClose={onClose} hasHiddenTitle>
      <PaletteList commands={commands} onClose={onClose} />
    </Dialog>
  );
}
