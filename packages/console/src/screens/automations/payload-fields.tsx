import type { ReactElement } from 'react';
import { TextField } from '../../parts/field.tsx';

/** Props of the fields of a payload. */
export interface PayloadFieldsProps {
  readonly names: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (texts: Readonly<Record<string, string>>) => void;
}

/** Renders a field for each value of the payload that the steps read. */
export const PayloadFields = ({ names, texts, onChange }: PayloadFieldsProps): ReactElement | null =>
  names.length === 0 ? null : (
    <div className="filters">
      {names.map((name) => (
        <TextField
          key={name}
          label={`Payload: ${name}`}
          value={texts[name] ?? ''}
          onChange={(event) => onChange({ ...texts, [name]: event.target.value })}
        />
      ))}
    </div>
  );
