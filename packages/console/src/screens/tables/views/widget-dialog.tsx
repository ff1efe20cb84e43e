import { type ReactElement, useState } from 'react';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choices, TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SelectField } from '../extras/parts/select-field.tsx';
import type { Table } from '../table/table.ts';
import { columnOf, isDateColumn, type Widget } from './view-config.ts';

const types = [
  ['metric', 'A number'],
  ['bar', 'Bars'],
  ['line', 'A line'],
  ['pie', 'A pie'],
  ['table', 'A table'],
] as const;

const functions = [
  ['count', 'Count of rows'],
  ['count_filled', 'Count of filled cells'],
  ['count_empty', 'Count of empty cells'],
  ['count_unique', 'Count of different values'],
  ['sum', 'Sum'],
  ['average', 'Average'],
  ['median', 'Median'],
  ['min', 'Smallest'],
  ['max', 'Largest'],
] as const;

const buckets = ['day', 'week', 'month', 'quarter', 'year'] as const;

const numeric: ReadonlySet<string> = new Set(['sum', 'average', 'median']);

/** Types of columns whose cells cannot be grouped. */
const ungrouped: ReadonlySet<string> = new Set(['attachment']);

/** Props of the dialog; `onSave` rejects with ApiError. */
export interface WidgetDialogProps {
  readonly table: Table;
  readonly widget: Widget | undefined;
  readonly onSave: (widget: Widget) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Returns a new widget, whose id is unique in any dashboard. */
const newWidget = (): Widget => ({
  id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  type: 'metric',
  title: '',
});

/** Renders the form of one figure or chart of a dashboard. */
export function WidgetDialog({ table, widget, onSave, onClose }: WidgetDialogProps): ReactElement {
  const [draft, setDraft] = useState(() => widget ?? newWidget());
  const { error, isBusy, run } = useFormCall();
  const name = draft.function ?? 'count';
  const isGrouped = draft.type !== 'metric';
  const by = columnOf(table, draft.group_by);
  const readable = table.columns.filter(({ value_type }) => !numeric.has(name) || value_type === 'number');
  const isComplete = draft.title.trim() !== '' && (name === 'count' || draft.column_key !== undefined) && (!isGrouped || by !== undefined);
  const set = (fields: Partial<Record<keyof Widget, unknown>>) => setDraft({ ...draft, ...fields } as Widget);

  const save = () => run(() => onSave(wireWidget({ ...draft, title: draft.title.trim() })).then(onClose));
  return (
    <Dialog title={widget ? 'Change the figure' : 'Add a figure'} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isBusy) void save();
        }}
      >
        <TextField label="Title" required maxLength={200} value={draft.title} onChange={(event) => set({ title: event.target.value })} />
        <Choices legend="Form" name="type" value={draft.type} choices={types} onChoose={(type) => set({ type })} />
        <SelectField
          label="Figure"
          value={name}
          choices={functions}
          onChoose={(chosen) => set({ function: chosen, ...(chosen === 'count' && { column_key: undefined }) })}
        />
        {name !== 'count' && (
          <SelectField
            label="Column"
            required
            value={draft.column_key ?? ''}
            choices={[['', 'Choose a column'], ...readable.map(({ key, label }) => [key, label] as const)]}
            onChoose={(key) => set({ column_key: key || undefined })}
          />
        )}
        {isGrouped && (
          <SelectField
            label="Groups by"
            required
            value={draft.group_by ?? ''}
            choices={[
              ['', 'Choose a column'],
              ...table.columns.filter(({ type }) => !ungrouped.has(type)).map(({ key, label }) => [key, label] as const),
            ]}
            onChoose={(key) => set({ group_by: key || undefined, date_bucket: undefined })}
          />
        )}
        {isGrouped && by && isDateColumn(by) && (
          <SelectField
            label="Span of a group"
            value={draft.date_bucket ?? 'day'}
            choices={buckets.map((bucket) => [bucket, bucket] as const)}
            onChoose={(bucket) => set({ date_bucket: bucket })}
          />
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isComplete || isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns a widget without the settings that its type does not have. */
function wireWidget({ group_by, date_bucket, ...widget }: Widget): Widget {
  const defined = Object.fromEntries(Object.entries(widget).filter(([, value]) => value !== undefined)) as unknown as Widget;
  if (widget.type === 'metric') return defined;
  return { ...defined, ...(group_by !== undefined && { group_by }), ...(date_bucket !== undefined && { date_bucket }) };
}
