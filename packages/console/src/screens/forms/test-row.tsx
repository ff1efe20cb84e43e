import type { ReactElement } from 'react';
import { Select } from '../../parts/select.tsx';
import type { Test } from './condition-tree.ts';
import type { FormField } from './form.ts';

const operators: readonly (readonly [Test['op'], string])[] = [
  ['eq', 'is'],
  ['neq', 'is not'],
  ['contains', 'contains'],
  ['not_contains', 'does not contain'],
  ['gt', 'is greater than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['is_not_empty', 'has an answer'],
  ['is_empty', 'has no answer'],
];

const needsValue = (op: Test['op']): boolean => op !== 'is_empty' && op !== 'is_not_empty';

const numeric: ReadonlySet<FormField['type']> = new Set(['number', 'currency', 'rating', 'scale', 'nps']);
const truths: ReadonlySet<FormField['type']> = new Set(['yes_no', 'checkbox', 'consent']);
const chosen: ReadonlySet<FormField['type']> = new Set(['select', 'radio', 'multi_select', 'ranking']);

/** Returns a first value that fits the answers of a field. */
function firstValue(field: FormField | undefined): Test['value'] {
  if (!field) return '';
  if (truths.has(field.type)) return true;
  if (numeric.has(field.type)) return 1;
  return field.options?.[0]?.value ?? '';
}

/** Props of one test of another answer. */
export interface TestRowProps {
  readonly test: Test;
  readonly fields: readonly FormField[];
  readonly onChange: (test: Test) => void;
}

/** Renders one test: a question, a comparison, and a value of the kind that the question has. */
export function TestRow({ test, fields, onChange }: TestRowProps): ReactElement {
  const field = fields.find(({ key }) => key === test.field);
  const withValue = (op: Test['op'], value: Test['value']): Test =>
    needsValue(op) ? { field: test.field, op, value } : { field: test.field, op };
  const choices = [
    ...fields.map(({ key, label }) => [key, label] as const),
    ...(field ? [] : [[test.field, `${test.field} (not in this form)`] as const]),
  ];
  return (
    <div className="form-test">
      <Select
        label="Question"
        value={test.field}
        choices={choices}
        onChoose={(key) => {
          const value = firstValue(fields.find((one) => one.key === key));
          onChange(needsValue(test.op) ? { field: key, op: test.op, value } : { field: key, op: test.op });
        }}
      />
      <Select
        label="Comparison"
        value={test.op}
        choices={operators}
        onChoose={(op) => onChange(withValue(op, test.value ?? firstValue(field)))}
      />
      {needsValue(test.op) && <ValueInput field={field} value={test.value} onChange={(value) => onChange(withValue(test.op, value))} />}
    </div>
  );
}

function ValueInput({
  field,
  value,
  onChange,
}: {
  readonly field: FormField | undefined;
  readonly value: Test['value'];
  readonly onChange: (value: Test['value']) => void;
}): ReactElement {
  const label = 'Value';
  if (field && truths.has(field.type))
    return (
      <Select
        label={label}
        value={String(value === true || value === 'true')}
        choices={[
          ['true', 'Yes'],
          ['false', 'No'],
        ]}
        onChoose={(text) => onChange(text === 'true')}
      />
    );
  if (field?.options && chosen.has(field.type) && field.options.some((option) => option.value === value))
    return (
      <Select
        label={label}
        value={String(value)}
        choices={field.options.map((option) => [option.value, option.label] as const)}
        onChoose={onChange}
      />
    );
  const isNumber = field !== undefined && numeric.has(field.type);
  return (
    <input
      className="input"
      aria-label={label}
      type={isNumber ? 'number' : 'text'}
      step="any"
      maxLength={500}
      value={String(value ?? '')}
      onChange={(event) => onChange(isNumber && event.target.value !== '' ? Number(event.target.value) : event.target.value)}
    />
  );
}
