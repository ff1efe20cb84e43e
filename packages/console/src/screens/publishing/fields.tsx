import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { Select, type SelectProps } from '../../parts/select.tsx';

/** Props of a field of several lines: those of HTML, a label, a help text and a fault. */
export interface AreaFieldProps extends ComponentProps<'textarea'> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
}

/** Renders a labelled field of several lines. */
export function AreaField({ label, help, fault, ...props }: AreaFieldProps): ReactElement {
  const id = useId();
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input"
        rows={3}
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
