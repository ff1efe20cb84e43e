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

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Renders the field, which has the focus and takes keys before the script of the list is there. */
function PaletteField({ commands, onClose }: { readonly commands: readonly Command[]; readonly onClose: () => void }): ReactElement {
  const id = useId();
  const found = useRef<readonly Command[]>([]);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [count, setCount] = useState(0);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(count - 1, active + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found.current[active]);
    }
  }
  return (
    <>
      <input
        className="input"
        role="combobox"
        aria-label="Go to or do"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        placeholder="Go to a place, find a thing, do something"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList id={id} commands={commands} text={text} active={active} found={found} onCount={setCount} run={run} />
    </>
  );
}
