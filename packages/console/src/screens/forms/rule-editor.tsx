import { formFieldKind } from '@space/contracts/form-rules';
import type { ReactElement } from 'react';
import { TextField } from '../../parts/field.tsx';
import type { FormField } from './form.ts';

type Validation = NonNullable<FormField['validation']>;
type Rule = keyof Validation;

interface RuleInput {
  readonly label: string;
  readonly kind: 'number' | 'date' | 'text' | 'words' | 'tick';
  readonly help?: string;
}

const inputs: Readonly<Record<Rule, RuleInput>> = {
  min: { label: 'At least', kind: 'number' },
  max: { label: 'At most', kind: 'number' },
  integer: { label: 'Whole numbers only', kind: 'tick' },
  min_length: { label: 'Characters, at least', kind: 'number' },
  max_length: { label: 'Characters, at most', kind: 'number' },
  pattern: { label: 'Pattern', kind: 'text', help: 'A regular expression (RE2) that part of the text must match' },
  min_selections: { label: 'Choices, at least', kind: 'number' },
  max_selections: { label: 'Choices, at most', kind: 'number' },
  min_date: { label: 'First day', kind: 'date' },
  max_date: { label: 'Last day', kind: 'date' },
  accept: { label: 'Kinds of file', kind: 'words', help: 'Endings with commas between them, such as pdf, png' },
  max_size_mb: { label: 'Largest file in MiB', kind: 'number' },
  currency: { label: 'Currency', kind: 'text', help: 'Three capital letters, such as EUR' },
  region: { label: 'Country of numbers without +', kind: 'text', help: 'Two capital letters, such as GB' },
  min_label: { label: 'Text at the first step', kind: 'text' },
  max_label: { label: 'Text at the last step', kind: 'text' },
};

/** Props of the rules of a field; `faults` has the paths below the field. */
export interface RuleEditorProps {
  readonly field: FormField;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (validation: Validation | undefined) => void;
}

/** Renders the rules for an answer that the type of a field has; nothing for a type without rules. */
export function RuleEditor({ field, faults, onChange }: RuleEditorProps): ReactElement | null {
  const { validation = {} } = field;
  const rules = formFieldKind(field.type)?.rules ?? [];
  const set = (rule: Rule, value: unknown) => {
    const next = Object.entries({ ...validation, [rule]: value }).filter(([, one]) => one !== undefined && one !== '');
    onChange(next.length > 0 ? (Object.fromEntries(next) as Validation) : undefined);
  };
  if (rules.length === 0) return null;
  return (
    <div className="form-grid">
      {rules.map((rule) => (
        <RuleField key={rule} rule={rule} value={validation[rule]} fault={faultOf(faults, rule)} onSet={(value) => set(rule, value)} />
      ))}
    </div>
  );
}

function RuleField({
  rule,
  value,
  fault,
  onSet,
}: {
  readonly rule: Rule;
  readonly value: unknown;
  readonly fault: string | undefined;
  readonly onSet: (value: unknown) => void;
}): ReactElement {
  const { label, kind, help } = inputs[rule];
  if (kind === 'tick')
    return (
      <label className="tick">
        <input type="checkbox" checked={value === true} onChange={(event) => onSet(event.target.checked || undefined)} />
        {label}
      </label>
    );
  const toValue = (text: string): unknown => {
    if (kind === 'number') return text === '' ? undefined : Number(text);
    return kind === 'words' ? words(text) : text;
  };
  // A list is read when the typing ends, so that a comma can be typed.
  const typing =
    kind === 'words'
      ? {
          defaultValue: Array.isArray(value) ? value.join(', ') : '',
          onBlur: ({ target }: { readonly target: HTMLInputElement }) => onSet(toValue(target.value)),
        }
      : {
          value: String(value ?? ''),
          onChange: ({ target }: { readonly target: HTMLInputElement }) => onSet(toValue(target.value)),
        };
  const type = kind === 'number' || kind === 'date' ? kind : 'text';
  return <TextField label={label} type={type} step="any" help={help} fault={fault} {...typing} />;
}

const words = (text: string): readonly string[] | undefined => {
  const list = text.split(/[\s,]+/).filter((word) => word !== '');
  return list.length > 0 ? list : undefined;
};

const faultOf = (faults: Readonly<Record<string, string>>, rule: Rule): string | undefined =>
  Object.entries(faults).find(([path]) => path === `validation.${rule}` || path.startsWith(`validation.${rule}.`))?.[1];
