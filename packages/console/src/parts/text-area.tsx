import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';

/** Props of a text of several lines: those of HTML, a label, a help text and a fault. */
export interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
}

/** Renders a labelled text of several lines. */
export function TextArea({ label, help, fault, ...props }: TextAreaProps): ReactElement {
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
