import { type ReactElement, useId } from 'react';

/** Props of a field for a text of several lines. */
export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly help?: string;
  readonly fault?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Renders a labelled field for a text of several lines. */
export function TextArea({ label, value, maxLength, help, fault, onChange }: TextAreaProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input"
        rows={3}
        maxLength={maxLength}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {help && <p className="help">{help}</p>}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}
