import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../../parts/button.tsx';
import type { DraftOption } from './column-draft.ts';

/** The colours that a choice can be given by name. */
const colors = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'gray'];

/** Props of the choices of a column. */
export interface OptionsPartProps {
  readonly options: readonly DraftOption[];
  readonly onChange: (options: readonly DraftOption[]) => void;
  readonly faultOf: (path: string, withBelow?: boolean) => string | undefined;
}

/** Renders the choices of a column: their names, colours and order. */
export function OptionsPart({ options, onChange, faultOf }: OptionsPartProps): ReactElement {
  const change = (place: number, fields: Partial<DraftOption>) =>
    onChange(options.map((option, index) => (index === place ? { ...option, ...fields } : option)));
  const move = (place: number, by: number) => {
    const moved = options.toSpliced(place, 1);
    onChange(moved.toSpliced(place + by, 0, options[place]!));
  };
  return (
    <fieldset className="field">
      <legend className="label">Choices</legend>
      <ul className="option-list">
        {options.map((option, place) => {
          const name = option.name || `choice ${place + 1}`;
          const fault = faultOf(`options.${place}`, true);
          return (
            <li key={option.id ? `id ${option.id}` : `new ${place}`} className="option-row">
              <input
                className="input"
                aria-label={`Name of choice ${place + 1}`}
                aria-invalid={fault ? true : undefined}
                maxLength={100}
                value={option.name}
                onChange={(event) => change(place, { name: event.target.value })}
              />
              <select
                className="input"
                aria-label={`Colour of ${name}`}
                value={option.color ?? ''}
                onChange={(event) => change(place, { color: event.target.value || undefined })}
              >
                <option value="">No colour</option>
                {(option.color && !colors.includes(option.color) ? [option.color, ...colors] : colors).map((color) => (
                  <option key={color} value={color}>
                    {color}
                  </option>
                ))}
              </select>
              <Button look="plain icon" small aria-label={`Move ${name} up`} disabled={place === 0} onClick={() => move(place, -1)}>
                <ArrowUp size={15} aria-hidden="true" />
              </Button>
              <Button
                look="plain icon"
                small
                aria-label={`Move ${name} down`}
                disabled={place === options.length - 1}
                onClick={() => move(place, 1)}
              >
                <ArrowDown size={15} aria-hidden="true" />
              </Button>
              <Button look="plain icon" small aria-label={`Remove ${name}`} onClick={() => onChange(options.toSpliced(place, 1))}>
                <X size={15} aria-hidden="true" />
              </Button>
              {fault && <p className="fault">{fault}</p>}
            </li>
          );
        })}
      </ul>
      <div>
        <Button small onClick={() => onChange([...options, { name: '' }])}>
          Add a choice
        </Button>
      </div>
      {faultOf('options') && <p className="fault">{faultOf('options')}</p>}
      <p className="help">A choice that is renamed stays the same in all cells.</p>
    </fieldset>
  );
}
