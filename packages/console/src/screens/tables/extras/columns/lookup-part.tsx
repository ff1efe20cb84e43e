import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Arguments } from '../../../../api/send.ts';
import { Button } from '../../../../parts/button.tsx';
import { Choices, TextField } from '../../../../parts/field.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { type Column, columnsQuery, type Table } from '../../table/table.ts';
import { tableChoices } from '../../table/table-list.ts';
import { SelectField } from '../parts/select-field.tsx';
import type { ConfigPartProps } from './config-part.tsx';

const functions = [
  ['sum', 'Sum'],
  ['average', 'Average'],
  ['min', 'Smallest'],
  ['max', 'Largest'],
  ['count', 'Count of numbers'],
  ['count_filled', 'Count of filled cells'],
  ['count_all', 'Count of rows'],
  ['and', 'True if all are true'],
  ['or', 'True if one is true'],
  ['array_join', 'Joined as a text'],
  ['array_unique', 'List without repeats'],
] as const;

interface Match {
  readonly target_column: string;
  readonly equals_column: string;
}

/** Renders the settings of a lookup, a rollup or a count: the rows that are found, the column that is read, and the figure. */
export function LookupPart({ table, type, config, onChange, faultOf }: ConfigPartProps & { readonly table: Table }): ReactElement {
  const space = useSpace();
  const references = table.columns.filter(({ type: one }) => one === 'reference');
  const isMatched = config.match !== undefined;
  const reference = references.find(({ key }) => key === config.reference_column);
  const target_id = isMatched ? String(config.table_id ?? '') : (reference?.reference_target?.table_id ?? '');
  const { data: targetColumns = [] } = useQuery({ ...columnsQuery(space.id, target_id), enabled: target_id !== '' });
  const set = (fields: Arguments) => onChange({ ...config, ...fields });
  const text = (name: string) => String(config[name] ?? '');
  const through = (how: 'link' | 'match') =>
    onChange({
      ...config,
      reference_column: undefined,
      target_column: undefined,
      table_id: undefined,
      match: how === 'match' ? [{ target_column: '', equals_column: '' }] : undefined,
    });
  return (
    <>
      {type !== 'lookup' && (
        <Choices
          legend="Find rows by"
          name="through"
          value={isMatched ? 'match' : 'link'}
          choices={[
            ['link', 'A link of this table'],
            ['match', 'The same value in another table'],
          ]}
          onChoose={through}
        />
      )}
      {isMatched ? (
        <MatchFields table={table} targetColumns={targetColumns} config={config} set={set} faultOf={faultOf} />
      ) : (
        <SelectField
          label="Link"
          required
          value={text('reference_column')}
          choices={[['', references.length === 0 ? 'This table has no link yet' : 'Choose a link'], ...choicesOf(references)]}
          fault={faultOf('field_config.reference_column')}
          onChoose={(reference_column) => set({ reference_column, target_column: undefined })}
        />
      )}
      {type !== 'count' && (
        <SelectField
          label="Column that is read"
          value={text('target_column')}
          choices={[['', 'Choose a column'], ...choicesOf(targetColumns)]}
          disabled={target_id === ''}
          fault={faultOf('field_config.target_column')}
          onChoose={(target_column) => set({ target_column: target_column || undefined })}
        />
      )}
      {type === 'rollup' && (
        <SelectField
          label="Figure"
          value={text('function')}
          choices={[['', 'Choose a figure'], ...functions]}
          fault={faultOf('field_config.function')}
          onChoose={(name) => set({ function: name || undefined })}
        />
      )}
      {type === 'rollup' && config.function === 'array_join' && (
        <TextField
          label="Text between the values"
          maxLength={10}
          value={text('separator')}
          fault={faultOf('field_config.separator')}
          onChange={(event) => set({ separator: event.target.value || undefined })}
        />
      )}
      {Array.isArray(config.filter) && config.filter.length > 0 && (
        <p className="notice">
          Only rows that pass a filter of {config.filter.length} {config.filter.length === 1 ? 'condition' : 'conditions'} are read. It
          stays.{' '}
          <Button small onClick={() => set({ filter: undefined })}>
            Remove the filter
          </Button>
        </p>
      )}
    </>
  );
}

const choicesOf = (columns: readonly Column[]) => columns.map(({ key, label }) => [key, label] as const);

/** The most pairs of columns that one match may have. */
const MAX_PAIRS = 5;

interface MatchFieldsProps extends Pick<ConfigPartProps, 'config' | 'faultOf'> {
  readonly table: Table;
  readonly targetColumns: readonly Column[];
  readonly set: (fields: Arguments) => void;
}

function MatchFields({ table, targetColumns, config, set, faultOf }: MatchFieldsProps): ReactElement {
  const space = useSpace();
  const { data } = useQuery(tableChoices(space.id));
  const pairs = config.match as readonly Match[];
  const change = (place: number, fields: Partial<Match>) =>
    set({ match: pairs.map((pair, index) => (index === place ? { ...pair, ...fields } : pair)) });
  return (
    <>
      <SelectField
        label="Table"
        required
        value={String(config.table_id ?? '')}
        choices={[['', 'Choose a table'], ...(data?.data ?? []).map(({ id, name }) => [id, name] as const)]}
        fault={faultOf('field_config.table_id')}
        onChoose={(table_id) => set({ table_id: table_id || undefined, target_column: undefined })}
      />
      {pairs.map((pair, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no identity but its place
        <div key={place} className="form-grid">
          <SelectField
            label="Its column"
            value={pair.target_column}
            choices={[['', 'Choose a column'], ...choicesOf(targetColumns)]}
            fault={faultOf(`field_config.match.${place}.target_column`)}
            onChoose={(target_column) => change(place, { target_column })}
          />
          <SelectField
            label="equals this column"
            value={pair.equals_column}
            choices={[['', 'Choose a column'], ...choicesOf(table.columns)]}
            fault={faultOf(`field_config.match.${place}.equals_column`)}
            onChoose={(equals_column) => change(place, { equals_column })}
          />
        </div>
      ))}
      <div className="row">
        <Button
          small
          disabled={pairs.length >= MAX_PAIRS}
          onClick={() => set({ match: [...pairs, { target_column: '', equals_column: '' }] })}
        >
          Add another pair
        </Button>
        {pairs.length > 1 && (
          <Button small onClick={() => set({ match: pairs.slice(0, -1) })}>
            Remove the last pair
          </Button>
        )}
      </div>
    </>
  );
}
