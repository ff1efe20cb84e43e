import type { ReactElement, ReactNode } from 'react';
import { Select, type SelectProps } from './select.tsx';

/** Renders a choice of one value from a list, under its label. */
export function SelectField<Value extends string>({
  help,
  fault,
  ...props
}: SelectProps<Value> & { readonly help?: ReactNode; readonly fault?: string | undefined }): ReactElement {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {props.label}
      </span>
      <Select {...props} />
      {help && <p className="help">{help}</p>}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
