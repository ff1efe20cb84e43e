import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

/** Props of a text field: those of HTML, a label, a help text and a fault. */
export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
}

/** Renders a labelled text field. */
export const TextField = ({ label, help, fault, ...props }: TextFieldProps): ReactElement => (
  <Labelled label={label} help={help} fault={fault}>
    {(attributes) => <input className="input" autoComplete="off" {...attributes} {...props} />}
  </Labelled>
);

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
