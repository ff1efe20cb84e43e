import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import type { ValuesOf } from '../../routing/search-params.ts';
import { useTyped } from '../../routing/use-typed.ts';
import { useSpace } from '../../shell/session.tsx';
import { audiencesList, columnNames, defaultColumns, fieldLabels, tagsList } from './contact.ts';
import { columnsOf, type listParams } from './contact-filter.ts';
import { DEFAULT_ORDER, orders } from './contact-order.ts';

type Values = ValuesOf<typeof listParams>;

/** Props of the filters of contacts. */
export interface ContactFiltersProps {
  readonly values: Values;
  readonly onChange: (values: Partial<Values>) => void;
}

/** Renders the search, the filters, the order and the columns of the list of contacts. */
export function ContactFilters({ values, onChange }: ContactFiltersProps): ReactElement {
  const space = useSpace();
  const { data: tags } = useQuery(tagsList(space.id));
  const { data: audiences } = useQuery(audiencesList(space.id));
  const [typed, setTyped] = useTyped(values.search ?? '', (search) => onChange({ search: search === '' ? undefined : search }));
  const chosen = values.tags ?? [];
  const others = (tags?.data ?? []).filter(({ name }) => !chosen.includes(name) && !name.includes(','));
  const columns = columnsOf(values.columns, defaultColumns);
  return (
    <search className="stack">
      <div className="filters contact-filters">
        <TextField
          label="Filter"
          type="search"
          placeholder="Part of name, email or company"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Tag"
          value=""
          choices={[['', chosen.length === 0 ? 'Any tag' : 'And the tag …'], ...others.map(({ name }) => [name, name] as const)]}
          onChoose={(name) => name !== '' && onChange({ tags: [...chosen, name] })}
        />
        <SelectField
          label="Audience"
          value={values.audience ?? ''}
          choices={[['', 'Everyone'], ...(audiences?.data ?? []).map(({ id, name }) => [id, name] as const)]}
          onChoose={(id) => onChange({ audience: id === '' ? undefined : id })}
        />
        <SelectField label="Order" value={values.sort ?? DEFAULT_ORDER} choices={orders} onChoose={(sort) => onChange({ sort })} />
      </div>
      {chosen.length > 0 && (
        <ul className="row" aria-label="Tags of the filter">
          {chosen.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="chip"
                aria-label={`Leave out the tag ${name}`}
                onClick={() => onChange({ tags: chosen.length > 1 ? chosen.filter((one) => one !== name) : undefined })}
              >
                {name} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Columns</summary>
        <div className="row">
          {columnNames.map((name) => (
            <label key={name} className="tick">
              <input
                type="checkbox"
                checked={columns.includes(name)}
                onChange={() => onChange({ columns: columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name] })}
              />
              <span>{fieldLabels[name]}</span>
            </label>
          ))}
        </div>
      </details>
    </search>
  );
}
