import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';

/** Props of a text field: those of HTML, a label, a help text and a fault. */
export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
}

/** Renders a labelled text field. */
export function TextField({ label, help, fault, ...props }: TextFieldProps): ReactElement {
  const id = useId();
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
        {...props}
      />
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

/** Props of a group of radio buttons. */
export interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
  readonly help?: ReactNode;
}

/** Renders a choice of one from a few values, all of them seen. */
export function Choices<Value extends string>({ legend, name, value, choices, onChoose, help }: ChoicesProps<Value>): ReactElement {
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="choices">
        {choices.map(([choice, label]) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(choice)} />
            {label}
          </label>
        ))}
      </div>
      {help && <p className="help">{help}</p>}
    </fieldset>
  );
}
