import { Fragment, type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { type Command, matchCommands } from './palette-match.ts';
import { useFound } from './use-found.ts';

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

function PaletteList({ commands, onClose }: { readonly commands: readonly Command[]; readonly onClose: () => void }): ReactElement {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { things, note } = useFound(text);
  const found = [...matchCommands(commands, text), ...things];
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  function move(to: number): void {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(active + step);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[active]);
    }
  }
  return (
    <>
      <input
        className="input"
        role="combobox"
        aria-label="Go to or do"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder="Go to a place, find a thing, do something"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="Places and actions">
        {found.map((command, index) => (
          <Fragment key={`${command.group} ${command.label} ${command.thing?.id}`}>
            {command.thing && command.group !== found[index - 1]?.group && (
              <div className="item-label" role="presentation">
                {command.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-active={index === active || undefined}
              className="item"
              onClick={() => run(command)}
            >
              {command.label}
              <span className="tail soft">{command.thing?.detail ?? command.group}</span>
            </div>
          </Fragment>
        ))}
      </div>
      <p className="item-label" role="status">
        {note ?? (found.length === 0 && 'Nothing matches. Try the name of a place, such as “contacts”, or of a thing.')}
      </p>
    </>
  );
}
