import type { ReactElement } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Field } from '../../api/shape.ts';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { useTyped } from '../../routing/use-typed.ts';
import { labelOf } from './columns.ts';
import { filterFields, withParam } from './filter-values.ts';

/** Renders the filter of a list: its text search, and its other parameters in a part that opens. */
export function Filters({ params }: { readonly params: readonly Field[] }): ReactElement | null {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const fields = filterFields(params);
  const set = (name: string, value: string) => navigate(`${path}${withParam(search, name, value)}`, { replace: true });
  const query = new URLSearchParams(search);
  const used = fields.filter(({ name }) => query.has(name)).length;
  const text = params.find(({ name }) => name === 'search');
  if (!text && fields.length === 0) return null;
  return (
    <div>
      {text && (
        <div className="search-box">
          <TypedField
            field={text}
            label="Filter"
            type="search"
            value={query.get('search') ?? ''}
            onType={(value) => set('search', value)}
          />
        </div>
      )}
      {fields.length > 0 && (
        <details open={used > 0 || fields.some(({ required }) => required)}>
          <summary>{used > 0 ? `More filters (${used} set)` : 'More filters'}</summary>
          <div className="filters">
            {fields.map((field) => (
              <FilterField
                key={field.name}
                field={field}
                value={query.get(field.name) ?? ''}
                onChange={(value) => set(field.name, value)}
              />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

interface FilterFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FilterField({ field, value, onChange }: FilterFieldProps): ReactElement {
  const label = labelOf(field.name);
  const options = field.kind === 'yes_no' ? ['true', 'false'] : field.options;
  if (options)
    return (
      <SelectField
        label={label}
        value={value}
        choices={[['', 'Default'], ...options.map((option) => [option, optionText(option)] as const)]}
        onChoose={onChange}
        help={field.name === 'sort' ? undefined : field.help}
      />
    );
  return <TypedField field={field} label={label} type="text" value={value} onType={onChange} />;
}

function optionText(option: string): string {
  if (option === 'true') return 'Yes';
  if (option === 'false') return 'No';
  const field = option.replace(/^-/, '');
  const isReversed = field !== option;
  if (/_(at|date)$/.test(field)) return `${labelOf(field)}, ${isReversed ? 'newest' : 'oldest'} first`;
  return isReversed ? `${labelOf(field)}, reversed` : labelOf(field);
}

interface TypedFieldProps {
  readonly field: Field;
  readonly label: string;
  readonly type: 'search' | 'text';
  readonly value: string;
  readonly onType: (value: string) => void;
}

/** Renders a text field that reports what was typed when the typing pauses. */
function TypedField({ field, label, type, value, onType }: TypedFieldProps): ReactElement {
  const [text, setText] = useTyped(value, onType);
  return (
    <TextField
      label={label}
      type={type}
      {...(type === 'search' ? { placeholder: field.help } : { help: field.help })}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
