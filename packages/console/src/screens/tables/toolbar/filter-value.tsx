import type { ReactElement } from 'react';
import { Select } from '../../../parts/select.tsx';
import type { Column, FilterLeaf as Leaf } from '../table/table.ts';
import { spans, type ValueKind } from './filter-ops.ts';

/** Props of the value of a condition. */
export interface FilterValueProps {
  readonly column: Column;
  readonly kind: ValueKind;
  readonly leaf: Leaf;
  readonly onChange: (leaf: Leaf) => void;
}

/** Renders the field of a condition's value in the form that its comparison needs. */
export function FilterValue({ column, kind, leaf, onChange }: FilterValueProps): ReactElement | null {
  const { value } = leaf;
  const set = (changed: Leaf['value']) => onChange({ ...leaf, value: changed } as Leaf);
  switch (kind) {
    case 'none':
      return null;
    case 'yes_no':
      return (
        <Select
          label="Value"
          value={value === false ? 'no' : 'yes'}
          choices={[
            ['yes', 'ticked'],
            ['no', 'not ticked'],
          ]}
          onChoose={(chosen) => set(chosen === 'yes')}
        />
      );
    case 'span':
      return (
        <Select
          label="Span"
          value={typeof value === 'string' ? value : 'today'}
          choices={spans.map((span) => [span, span.replaceAll('_', ' ')])}
          onChoose={(chosen) => set(chosen)}
        />
      );
    case 'choice':
      return (
        <Select
          label="Choice"
          value={String(value ?? '')}
          choices={column.options.map(({ id, name }) => [id, name])}
          onChoose={(chosen) => set(chosen)}
        />
      );
    case 'choices':
      return <ChoiceTicks column={column} chosen={Array.isArray(value) ? value.map(String) : []} onChange={set} />;
    default:
      return (
        <input
          className="input"
          aria-label="Value"
          type={kind}
          step="any"
          value={typeof value === 'string' || typeof value === 'number' ? value : ''}
          onChange={({ target }) => set(kind === 'number' && target.value !== '' ? Number(target.value) : target.value)}
        />
      );
  }
}

interface ChoiceTicksProps {
  readonly column: Column;
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

const ChoiceTicks = ({ column, chosen, onChange }: ChoiceTicksProps): ReactElement => (
  <fieldset className="choices">
    <legend className="hidden-text">Choices</legend>
    {column.options.map(({ id, name }) => (
      <label key={id}>
        <input
          type="checkbox"
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
        {name}
      </label>
    ))}
  </fieldset>
);
