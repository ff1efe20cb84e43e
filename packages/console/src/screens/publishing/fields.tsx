import type { ReactElement, ReactNode } from 'react';
import { Select, type SelectProps } from '../../parts/select.tsx';

/** Renders a choice from a list with a label that is seen. */
export function ChoiceField<Value extends string>({ help, ...props }: SelectProps<Value> & { readonly help?: ReactNode }): ReactElement {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {props.label}
      </span>
      <Select {...props} />
      {help && <p className="help">{help}</p>}
    </div>
  );
}

/** Renders a labelled box to tick. */
export const TickField = ({
  label,
  checked,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}): ReactElement => (
  <label className="tick">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);
