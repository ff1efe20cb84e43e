import { type ReactElement, type ReactNode, useId } from 'react';

/** A choice of a select field. */
type SelectChoice = readonly [value: string, label: string];

/** Choices of a select field with a name. */
interface SelectGroup {
  readonly label: string;
  readonly choices: readonly SelectChoice[];
}

/** Props of a labelled choice of one value. */
export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices?: readonly SelectChoice[];
  readonly groups?: readonly SelectGroup[];
  readonly onChoose: (value: string) => void;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
}

/** Renders a labelled choice of one value from many, as the browser draws it. */
export function SelectField({ label, value, choices = [], groups = [], onChoose, help, fault, ...props }: SelectFieldProps): ReactElement {
  const id = useId();
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const options = (list: readonly SelectChoice[]) =>
    list.map(([choice, text]) => (
      <option key={choice} value={choice}>
        {text}
      </option>
    ));
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => onChoose(event.target.value)}
        {...props}
      >
        {options(choices)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {options(group.choices)}
          </optgroup>
        ))}
      </select>
      {help && (
        <p id={`${id}-help`} className="help">
          {help}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}
