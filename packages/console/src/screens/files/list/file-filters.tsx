import type { ReactElement } from 'react';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useTyped } from '../../../routing/use-typed.ts';
import { kindLabels } from '../library/asset.ts';
import { kinds, type ListValues, orders } from './file-filter.ts';

/** Props of the filters of files. */
export interface FileFiltersProps {
  readonly values: ListValues;
  readonly onChange: (values: Partial<ListValues>) => void;
}

/** Renders the search, the kind and the order of files, and the way to the trash. */
export function FileFilters({ values, onChange }: FileFiltersProps): ReactElement {
  const [typed, setTyped] = useTyped(values.search ?? '', (search) => onChange({ search: search === '' ? undefined : search }));
  return (
    <search className="filters file-filters">
      <TextField
        label="Filter"
        type="search"
        placeholder="Part of a name or text"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Kind"
        value={values.kind ?? ''}
        choices={[['', 'Any kind'], ...kinds.map((kind) => [kind, kindLabels[kind]] as const)]}
        onChoose={(kind) => onChange({ kind: kind === '' ? undefined : kind })}
      />
      <SelectField label="Order" value={values.sort ?? '-created_at'} choices={orders} onChoose={(sort) => onChange({ sort })} />
      <SelectField
        label="Show"
        value={values.trash ? 'trash' : ''}
        choices={[
          ['', 'Files'],
          ['trash', 'Trash'],
        ]}
        onChoose={(shown) => onChange({ trash: shown === 'trash' || undefined, folder: undefined })}
      />
    </search>
  );
}
