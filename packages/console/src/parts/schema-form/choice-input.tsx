import type { ReactElement } from 'react';
import { labelOf } from '../label.ts';
import { Select } from '../select.tsx';
import type { Draft } from './draft.ts';
import { type FieldProps, useForm } from './form-context.tsx';
import { MergeTagMenu } from './merge-tag-menu.tsx';

/** Renders a choice of one fixed value, or of yes and no. An optional one can be left out. */
export function ChoiceInput({ schema, path, label, draft, isRequired, onChange }: FieldProps): ReactElement {
  const { faults } = useForm();
  const values = schema.enum ?? [true, false];
  const absent = schema.default === undefined ? 'Not set' : `Default: ${textOf(schema.default)}`;
  const choices: readonly (readonly [string, string])[] = [
    ['', isRequired && schema.default === undefined ? 'Choose …' : absent],
    ...(schema.nullable ? [['null', 'None'] as const] : []),
    ...values.filter((value) => value !== null).map((value) => [JSON.stringify(value), textOf(value)] as const),
  ];
  const fault = faults[path];
  return (
    <div className="field">
      <div className="field-head">
        <span className="label">
          {label}
          {isRequired && <span className="soft"> (required)</span>}
        </span>
        <MergeTagMenu label={label} onPick={(tag) => onChange({ tag })} />
      </div>
      <Select
        label={label}
        value={draft === undefined ? '' : keyOf(draft)}
        choices={choices}
        onChoose={(key) => onChange(draftOfKey(key))}
      />
      {schema.description && <p className="help">{schema.description}</p>}
      {fault && <p className="fault">{fault}</p>}
    </div>
  );
}

/** Renders a list of fixed values as ticks. */
export function TicksInput({ schema, path, label, draft, isRequired, onChange }: FieldProps): ReactElement {
  const { faults } = useForm();
  const chosen = typeof draft === 'object' && draft !== null && 'items' in draft ? draft.items : [];
  const values = (schema.items?.enum ?? []).map((value) => JSON.stringify(value));
  function toggle(value: string): void {
    const items = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    onChange(items.length === 0 && !isRequired && (schema.minItems ?? 0) > 0 ? undefined : { items });
  }
  const fault = faults[path];
  return (
    <fieldset className="field">
      <legend className="label">
        {label}
        {isRequired && <span className="soft"> (required)</span>}
      </legend>
      <div className="ticks">
        {values.map((value) => (
          <label key={value} className="tick">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span>{textOf(JSON.parse(value))}</span>
          </label>
        ))}
      </div>
      {schema.description && <p className="help">{schema.description}</p>}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  );
}

const keyOf = (draft: Draft): string => (typeof draft === 'string' ? draft : JSON.stringify(draft));

function draftOfKey(key: string): Draft {
  if (key === '') return undefined;
  if (key === 'null') return null;
  return key === 'true' || key === 'false' ? key === 'true' : key;
}

function textOf(value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (value === null) return 'none';
  return typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value)
    ? labelOf(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}
