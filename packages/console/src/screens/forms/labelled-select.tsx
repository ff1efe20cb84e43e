import type { ReactElement, ReactNode } from 'react';
import { Select, type SelectProps } from '../../parts/select.tsx';

/** Renders a choice of one value with a label that is seen. */
export const LabelledSelect = <Value extends string>({
  help,
  fault,
  ...props
}: SelectProps<Value> & { readonly help?: ReactNode; readonly fault?: string | undefined }): ReactElement => (
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
