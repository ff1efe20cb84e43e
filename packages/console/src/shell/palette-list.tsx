import { Fragment, type ReactElement, type RefObject, useEffect, useLayoutEffect } from 'react';
import { type Command, matchCommands } from './palette-match.ts';
import { useFound } from './use-found.ts';

/** Props of the list: `found` and `onCount` receive what is listed, so that the keys of the field move through it. */
export interface PaletteListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly text: string;
  readonly active: number;
  readonly found: RefObject<readonly Command[]>;
  readonly onCount: (count: number) => void;
  readonly run: (command: Command) => void;
}

/** Renders what the text of the palette finds. */
export function PaletteList({ id, commands, text, active, found, onCount, run }: PaletteListProps): ReactElement {
  const { things, note } = useFound(text);
  const listed = [...matchCommands(commands, text), ...things];
  useLayoutEffect(() => {
    found.current = listed;
    onCount(listed.length);
  });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <>
      <div id={id} className="palette-list" role="listbox" aria-label="Places and actions">
        {listed.map((command, index) => (
          <Fragment key={`${command.group} ${command.label} ${command.thing?.id}`}>
            {command.thing && command.group !== listed[index - 1]?.group && (
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
        {note ?? (listed.length === 0 && 'Nothing matches. Try the name of a place, such as “contacts”, or of a thing.')}
      </p>
    </>
  );
}
