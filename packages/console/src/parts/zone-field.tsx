import { type ReactElement, useId } from 'react';
import { TextField } from './field.tsx';

/** Renders a field for a time zone, which suggests the zones of the browser. */
export function ZoneField({
  value,
  help,
  fault,
  isRequired = true,
  onChange,
}: {
  readonly value: string;
  readonly help?: string;
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <>
      <TextField
        label="Time zone"
        list={id}
        required={isRequired}
        maxLength={64}
        help={help}
        fault={fault}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
