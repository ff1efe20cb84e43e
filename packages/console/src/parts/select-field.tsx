import type { ReactElement, ReactNode } from 'react';
import { Select, type SelectProps } from './select.tsx';

/** Renders a choice of one value from a list, under its label. */
export function SelectField<Value extends string>({ help, ...props }: SelectProps<Value> & { readonly help?: ReactNode }): ReactElement {
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
