import type { ReactElement } from 'react';
import type { InputSchema } from '../../api/operation-input.ts';
import { labelOf } from '../label.ts';
import { Select } from '../select.tsx';
import { emptyDraft } from './draft.ts';
import { useForm } from './form-context.tsx';
import type { OuterProps } from './list-input.tsx';
import { kindOf, resolve } from './schema-kind.ts';

/** Renders a choice between the alternatives of a union, and the field of the chosen one. */
export function UnionInput({ schema, path, label, draft, onChange, renderField }: OuterProps): ReactElement {
  const { whole } = useForm();
  const branches = (schema.anyOf ?? []).map((one) => resolve(one, whole));
  const chosen = typeof draft === 'object' && draft !== null && 'branch' in draft ? draft : undefined;
  const choices = branches.map((branch, index) => [String(index), branchLabel(branch, index)] as const);
  return (
    <>
      <Select
        label={`Kind of ${label}`}
        value={chosen ? String(chosen.branch) : ''}
        choices={chosen ? choices : [['', 'Choose …'], ...choices]}
        onChoose={(index) => index !== '' && onChange({ branch: Number(index), of: emptyDraft(branches[Number(index)]!, whole) })}
      />
      {chosen &&
        renderField({
          schema: branches[chosen.branch]!,
          path,
          label: branchLabel(branches[chosen.branch]!, chosen.branch),
          draft: chosen.of,
          isRequired: true,
          onChange: (changed) => onChange({ branch: chosen.branch, of: changed }),
        })}
    </>
  );
}

const kindLabels: Readonly<Record<string, string>> = {
  text: 'Text',
  number: 'Number',
  yes_no: 'Yes or no',
  choice: 'One of a list',
  json: 'JSON',
  list: 'List',
  map: 'Map',
};

/** Returns the name of an alternative: its fixed field, its required fields, or the kind of its value. */
function branchLabel(branch: InputSchema, index: number): string {
  const { properties = {}, required = [] } = branch;
  const fixed = Object.entries(properties).find(([, { const: value }]) => value !== undefined);
  if (fixed) return fixed[1].const === true ? labelOf(fixed[0]) : labelOf(String(fixed[1].const));
  if (required.length > 0) return required.map(labelOf).join(' and ');
  const kind = kindOf(branch);
  if (kind === 'fixed') return String(branch.const);
  return kindLabels[kind] ?? `Form ${index + 1}`;
}
