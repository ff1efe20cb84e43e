import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import './cells.css';

/** A thing that can be picked. */
export interface Pick {
  readonly id: string;
  readonly label: string;
}

/** Props of a list to pick from. */
export interface PickListProps {
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly chosen: readonly string[];
  readonly isMany: boolean;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Runs with all chosen ids for each change of several, or when one is picked. */
  readonly onChange: (ids: readonly string[]) => void;
  readonly onEnd: (isLeft: boolean) => void;
  readonly onCancel: () => void;
}

/** Renders a search field above a list. Arrows move, Enter picks, Escape leaves the cell as it was. */
export function PickList(props: PickListProps): ReactElement {
  const { label, picks, chosen, isMany, search, onSearch, onChange, onEnd, onCancel } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const isEnded = useRef(false);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, picks.length - 1);
  function end(isLeft: boolean): void {
    if (!isEnded.current) onEnd(isLeft);
    isEnded.current = true;
  }
  function pick(one: Pick | undefined): void {
    if (!one) return;
    const isChosen = chosen.includes(one.id);
    isEnded.current = !isMany;
    if (isMany) onChange(isChosen ? chosen.filter((other) => other !== one.id) : [...chosen, one.id]);
    else onChange(isChosen ? [] : [one.id]);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'ArrowDown') setCurrent(Math.min(at + 1, picks.length - 1));
    else if (event.key === 'ArrowUp') setCurrent(Math.max(at - 1, 0));
    else if (event.key === 'Enter') pick(picks[at]);
    else if (event.key === 'Escape') {
      isEnded.current = true;
      onCancel();
    } else if (event.key === 'Tab') end(false);
    else return;
    event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the field in it
    <div ref={box} onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && end(true)}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the cell is edited now
        autoFocus
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={picks[at] ? `${id}-${at}` : undefined}
        value={search}
        placeholder="Search"
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={label} aria-multiselectable={isMany} className="panel-list">
        {picks.map((one, index) => (
          <button
            key={one.id}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            className="item"
            aria-selected={chosen.includes(one.id)}
            data-current={index === at || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(one)}
          >
            <span aria-hidden="true">{chosen.includes(one.id) ? '✓' : ' '}</span>
            {one.label}
          </button>
        ))}
        {picks.length === 0 && <p className="soft">Nothing fits.</p>}
      </div>
    </div>
  );
}
