import type { ReactElement, ReactNode } from 'react';
import { useId } from 'react';
import type { FormCall } from '../../../../api/use-form-call.ts';
import { Button } from '../../../../parts/button.tsx';
import { TextField } from '../../../../parts/field.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { computedTypes } from '../../cells/writable-column.ts';
import type { Table } from '../../table/table.ts';
import { SelectField } from '../parts/select-field.tsx';
import { type ColumnDraft, hasOptions, takesDefault, withType } from './column-draft.ts';
import { keyOf } from './column-key.ts';
import { columnGroups, sentenceOfType } from './column-kinds.ts';
import { ConfigPart } from './config-part.tsx';
import { FormulaPart } from './formula-part.tsx';
import { LookupPart } from './lookup-part.tsx';
import { OptionsPart } from './options-part.tsx';
import { ReferencePart } from './reference-part.tsx';

/** Props of the form of a column. */
export interface ColumnFormProps {
  readonly table: Table;
  /** The key of the column that is changed; undefined for a new one. */
  readonly ownKey: string | undefined;
  readonly draft: ColumnDraft;
  readonly onChange: (draft: ColumnDraft) => void;
  readonly call: FormCall;
  readonly action: string;
  readonly isAllowed: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Stands above the buttons, such as the cost of a change. */
  readonly children?: ReactNode;
}

/** Renders the form of a column: its name, its type, and the settings of that type. */
export function ColumnForm(props: ColumnFormProps): ReactElement {
  const { table, ownKey, draft, onChange, call, action, isAllowed, onSubmit, onCancel, children } = props;
  const { faultOf, error, isBusy } = call;
  const taken = table.columns.map(({ key }) => key).filter((key) => key !== ownKey);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAllowed && !isBusy) onSubmit();
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        fault={faultOf('label')}
        value={draft.label}
        onChange={(event) => onChange({ ...draft, label: event.target.value })}
      />
      <SelectField
        label="Type"
        value={draft.type}
        groups={columnGroups.map(({ label, kinds }) => ({ label, choices: kinds.map((kind) => [kind.type, kind.label] as const) }))}
        help={sentenceOfType(draft.type)}
        fault={faultOf('type')}
        onChoose={(type) => onChange(withType(draft, type))}
      />
      <TypeSettings {...props} />
      {takesDefault(draft.type) && <DefaultValue {...props} />}
      {!computedTypes.has(draft.type) && (
        <label className="tick">
          <input type="checkbox" checked={draft.required} onChange={(event) => onChange({ ...draft, required: event.target.checked })} />
          <span>Every row must have a value</span>
        </label>
      )}
      <TextField
        label="Key"
        maxLength={60}
        placeholder={keyOf(draft.label, taken)}
        help="Its name in formulas and over the API. Formulas and views follow a change of it."
        fault={faultOf('key')}
        value={draft.key ?? ''}
        onChange={(event) => onChange({ ...draft, key: event.target.value || undefined })}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      {children}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!isAllowed || isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Renders the settings of the type of a column. */
function TypeSettings({ table, ownKey, draft, onChange, call: { faultOf } }: ColumnFormProps): ReactElement {
  const { type, config } = draft;
  const setConfig = (next: ColumnDraft['config']) => onChange({ ...draft, config: next });
  return (
    <>
      {hasOptions(type) && (
        <OptionsPart options={draft.options} onChange={(options) => onChange({ ...draft, options })} faultOf={faultOf} />
      )}
      {type === 'reference' && (
        <ReferencePart
          table_id={table.id}
          target={draft.target}
          isNew={ownKey === undefined}
          onChange={(target) => onChange({ ...draft, target })}
          faultOf={faultOf}
        />
      )}
      {['lookup', 'rollup', 'count'].includes(type) && (
        <LookupPart table={table} type={type} config={config} onChange={setConfig} faultOf={faultOf} />
      )}
      {type === 'formula' && (
        <FormulaPart
          table={table}
          ownKey={ownKey}
          expression={String(config.expression ?? '')}
          timezone={config.timezone === undefined ? undefined : String(config.timezone)}
          onChange={(expression) => setConfig({ ...config, expression })}
          fault={faultOf('field_config.expression')}
        />
      )}
      <ConfigPart type={type} config={config} onChange={setConfig} faultOf={faultOf} />
    </>
  );
}

/** Renders the value that a new row gets: a choice, yes or no, or a text. */
function DefaultValue({ draft, onChange, call: { faultOf } }: ColumnFormProps): ReactElement {
  const id = useId();
  const set = (default_value: string) => onChange({ ...draft, default_value });
  const fault = faultOf('default_value');
  if (draft.type === 'select')
    return (
      <SelectField
        label="Value of a new row"
        value={draft.default_value}
        choices={[
          ['', 'None'],
          ...draft.options.filter(({ name }) => name !== '').map(({ id: option, name }) => [option ?? name, name] as const),
        ]}
        fault={fault}
        onChoose={set}
      />
    );
  if (draft.type === 'checkbox')
    return (
      <label className="tick" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={draft.default_value === 'true'}
          onChange={(event) => set(event.target.checked ? 'true' : '')}
        />
        <span>A new row is ticked</span>
      </label>
    );
  return <TextField label="Value of a new row" fault={fault} value={draft.default_value} onChange={(event) => set(event.target.value)} />;
}
