import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useFormCall } from '../../../api/use-form-call.ts';
import { type Thing, useThing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { ListedTable } from '../table/table-list.ts';

interface Details extends ListedTable {
  readonly columns: readonly { readonly key: string; readonly label: string }[];
}

/** Renders the dialog of the names, the icon, the title column and the description of a table. */
export function TableDetailsDialog({ table_id, onClose }: { readonly table_id: string; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<Details>(space.id, 'tables', 'get', { table_id });
  return (
    <Dialog title="Name and description" open onClose={onClose}>
      {error && !data && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && <DetailsForm thing={data} onClose={onClose} />}
    </Dialog>
  );
}

/** The fields of the form that are text; an empty one of those that may be null is null. */
const textFields = ['plural_label', 'singular_label', 'icon', 'description', 'title_field_key'] as const;

type Values = Readonly<Record<(typeof textFields)[number], string>>;

const valuesOf = (table: Details): Values => Object.fromEntries(textFields.map((field) => [field, table[field] ?? ''])) as Values;

function DetailsForm({ thing, onClose }: { readonly thing: Thing<Details>; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  // What the form began with: a later read must not change what is typed.
  const [{ value: table, etag }] = useState(thing);
  const [values, setValues] = useState(() => valuesOf(table));
  const { error, isBusy, faultOf, run } = useFormCall();
  const before = valuesOf(table);
  const changed = textFields.filter((field) => values[field].trim() !== before[field]);
  const input = (field: keyof Values) => ({
    value: values[field],
    fault: faultOf(field),
    onChange: (event: { readonly target: { readonly value: string } }) => setValues({ ...values, [field]: event.target.value }),
  });
  const wire = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field].trim() === '' ? null : from[field].trim()]));

  async function save(): Promise<void> {
    const isSaved = await run(() =>
      makeChange(queries, {
        space_id: space.id,
        contract: 'tables',
        name: 'update',
        path: { table_id: table.id },
        fields: wire(values),
        before: wire(before),
        etag,
        said: `“${values.plural_label.trim()}” is changed.`,
      }),
    );
    if (isSaved) onClose();
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && changed.length > 0) void save();
      }}
    >
      <TextField label="Name" required maxLength={200} help="Of all rows, such as Deals" {...input('plural_label')} />
      <TextField label="Name of one row" maxLength={200} placeholder="Deal" {...input('singular_label')} />
      <div className="field">
        <label className="label" htmlFor="table-title">
          Title of a row
        </label>
        <select
          id="table-title"
          className="input"
          value={values.title_field_key}
          onChange={(event) => setValues({ ...values, title_field_key: event.target.value })}
        >
          <option value="">No column</option>
          {table.columns.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {faultOf('title_field_key') && <p className="fault">{faultOf('title_field_key')}</p>}
      </div>
      <TextField label="Icon" maxLength={64} help="An emoji, or the name of an icon" {...input('icon')} />
      <div className="field">
        <label className="label" htmlFor="table-description">
          Description
        </label>
        <textarea
          id="table-description"
          className="input"
          rows={3}
          maxLength={4_000}
          value={values.description}
          onChange={(event) => setValues({ ...values, description: event.target.value })}
        />
        {faultOf('description') && <p className="fault">{faultOf('description')}</p>}
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || changed.length === 0 || values.plural_label.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}
