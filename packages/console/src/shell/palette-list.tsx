import { Fragment, type KeyboardEvent, type ReactElement, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { type Command, matchCommands } from './palette-match.ts';
import { useFound } from './use-found.ts';

/** Props of the list: it sets `onKey` to what the keys of the field do, and calls `onActive` with the id of the element that Enter runs. */
export interface PaletteListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly text: string;
  readonly onKey: RefObject<((event: KeyboardEvent) => void) | undefined>;
  readonly onActive: (id: string | undefined) => void;
  readonly onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Renders what the text of the palette finds. */
export function PaletteList({ id, commands, text, onKey, onActive, onClose }: PaletteListProps): ReactElement {
  const { things, note } = useFound(text);
  const found = [...matchCommands(commands, text), ...things];
  const [moved, setMoved] = useState({ text, to: 0 });
  // Another text begins at the first command.
  const active = moved.text === text ? moved.to : 0;
  const activeId = found.length > 0 ? `${id}-${active}` : undefined;
  function run(command: Command | undefined): void {
    if (!command) return;
    onClose();
    command.run();
  }
  useLayoutEffect(() => {
    onKey.current = (event) => {
      if (event.nativeEvent.isComposing) return;
      const step = STEPS[event.key];
      if (step !== undefined) {
        event.preventDefault();
        setMoved({ text, to: Math.max(0, Math.min(found.length - 1, active + step)) });
      } else if (event.key === 'Enter') {
        event.preventDefault();
        run(found[active]);
      }
    };
  });
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [onActive, activeId]);
  return (
    <>
      <div id={id} className="palette-list" role="listbox" aria-label="Places and actions">
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
