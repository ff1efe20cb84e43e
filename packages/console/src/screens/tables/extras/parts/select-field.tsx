import type { ReactElement, ReactNode } from 'react';
import { Labelled } from '../../../../parts/labelled.tsx';

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
  const options = (list: readonly SelectChoice[]) =>
    list.map(([choice, text]) => (
      <option key={choice} value={choice}>
        {text}
      </option>
    ));
  return (
    <Labelled label={label} help={help} fault={fault}>
      {(attributes) => (
        <select className="input" value={value} onChange={(event) => onChoose(event.target.value)} {...attributes} {...props}>
          {options(choices)}
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {options(group.choices)}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  );
}
