import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
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
      <PaletteField commands={commands} onClose={onClose} />
    </Dialog>
  );
}

/** Renders the field, which has the focus and takes text before the script of the list is there. */
function PaletteField({ commands, onClose }: { readonly commands: readonly Command[]; readonly onClose: () => void }): ReactElement {
  const id = useId();
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  const [text, setText] = useState('');
  const [active, setActive] = useState<string>();
  return (
    <>
      <input
        className="input"
        role="combobox"
        aria-label="Go to or do"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active}
        placeholder="Go to a place, find a thing, do something"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => onKey.current?.(event)}
      />
      <PaletteList id={id} commands={commands} text={text} onKey={onKey} onActive={setActive} onClose={onClose} />
    </>
  );
}
