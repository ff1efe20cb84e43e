import { type ReactElement, type ReactNode, useId } from 'react';

/** Attributes of the control of a field, which tie its label, help text and fault to it. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** Props of a labelled control; `children` renders the control with its attributes. */
export interface LabelledProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
  readonly children: (attributes: ControlAttributes) => ReactElement;
}

/** Renders a control with its label above it, and its help text and fault below. */
export function Labelled({ label, help, fault, children }: LabelledProps): ReactElement {
  const id = useId();
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described === '' ? undefined : described })}
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
