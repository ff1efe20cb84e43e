import type { ReactElement } from 'react';
import type { Arguments } from '../../../../api/send.ts';
import { TextField } from '../../../../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { type ConfigField, configFieldsOf, configText, configValue } from './config-fields.ts';

/** Props of the parts of the form of a column. */
export interface ConfigPartProps {
  readonly type: string;
  readonly config: Arguments;
  readonly onChange: (config: Arguments) => void;
  readonly faultOf: (path: string, withBelow?: boolean) => string | undefined;
}

/** Renders the plain settings of a type. */
export const ConfigPart = ({ type, ...props }: ConfigPartProps): ReactElement => (
  <div className="form-grid">
    {configFieldsOf(type).map((field) => (
      <ConfigInput key={`${type} ${field.name}`} field={field} {...props} />
    ))}
  </div>
);

function ConfigInput({ field, config, onChange, faultOf }: Omit<ConfigPartProps, 'type'> & { readonly field: ConfigField }): ReactElement {
  const { name, label, kind, help } = field;
  const text = configText(config[name]);
  const set = (value: string) => onChange({ ...config, [name]: configValue(field, value) });
  const fault = faultOf(`field_config.${name}`, true);
  if (kind === 'flag')
    return (
      <label className="tick">
        <input type="checkbox" checked={config[name] === true} onChange={(event) => set(String(event.target.checked))} />
        <span>{label}</span>
      </label>
    );
  if (Array.isArray(kind)) return <SelectField label={label} value={text} choices={kind} fault={fault} onChoose={set} />;
  // The text as it is typed stays in the field; its value is read when the field is left.
  return (
    <TextField
      label={label}
      help={help}
      fault={fault}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'integer' ? 'numeric' : kind === 'number' ? 'decimal' : 'text'}
      defaultValue={text}
      onChange={(event) => set(event.target.value)}
    />
  );
}
