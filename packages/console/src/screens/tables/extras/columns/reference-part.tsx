import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Choices, TextField } from '../../../../parts/field.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { tableChoices } from '../../table/table-list.ts';
import { SelectField } from '../parts/select-field.tsx';
import type { ReferenceDraft } from './column-draft.ts';

/** Props of the target of a link. */
export interface ReferencePartProps {
  readonly table_id: string;
  readonly target: ReferenceDraft;
  /** False for a column that exists: its table stays. */
  readonly isNew: boolean;
  readonly onChange: (target: ReferenceDraft) => void;
  readonly faultOf: (path: string, withBelow?: boolean) => string | undefined;
}

/** Renders the table that a link leads to, the number of rows in a cell, and the column that shows the links from there. */
export function ReferencePart({ table_id, target, isNew, onChange, faultOf }: ReferencePartProps): ReactElement {
  const space = useSpace();
  const { data } = useQuery(tableChoices(space.id));
  const tables = (data?.data ?? []).map(({ id, name }) => [id, id === table_id ? `${name} (this table)` : name] as const);
  return (
    <>
      <SelectField
        label="Table"
        required
        value={target.table_id}
        choices={[['', 'Choose a table'], ...tables]}
        fault={faultOf('reference_target.table_id') ?? faultOf('reference_target')}
        onChoose={(chosen) => onChange({ ...target, table_id: chosen })}
      />
      <Choices
        legend="Rows in a cell"
        name="cardinality"
        value={target.cardinality}
        choices={[
          ['many', 'Any number'],
          ['one', 'One at most'],
        ]}
        onChoose={(cardinality) => onChange({ ...target, cardinality })}
      />
      {isNew && (
        <TextField
          label="Name of the column in the other table"
          maxLength={200}
          help="It shows the same links from there. Leave it empty for no such column."
          fault={faultOf('reference_target.symmetric_key') ?? faultOf('reference_target.symmetric_label')}
          value={target.symmetric_label}
          onChange={(event) => onChange({ ...target, symmetric_label: event.target.value })}
        />
      )}
    </>
  );
}
