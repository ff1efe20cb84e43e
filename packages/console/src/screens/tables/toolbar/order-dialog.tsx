import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Select } from '../../../parts/select.tsx';
import type { Column, Sort } from '../table/table.ts';

/** Props of the form of an order or of groups. */
export interface OrderDialogProps {
  readonly title: string;
  /** A sentence for an empty list. */
  readonly none: string;
  readonly most: number;
  readonly columns: readonly Column[];
  readonly sorts: readonly Sort[] | undefined;
  readonly onApply: (sorts: Sort[]) => void;
  readonly onClose: () => void;
}

/** Renders columns with a direction, the first one first: those that rows are sorted or grouped by. */
export function OrderDialog({ title, none, most, columns, sorts: given = [], onApply, onClose }: OrderDialogProps): ReactElement {
  const [sorts, setSorts] = useState<readonly Sort[]>(given);
  const free = columns.filter(({ key }) => !sorts.some(({ column_key }) => column_key === key));
  return (
    <Dialog title={title} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onApply([...sorts]);
          onClose();
        }}
      >
        {sorts.map((sort, index) => (
          <fieldset key={sort.column_key} aria-label={`${title} ${index + 1}`} className="condition">
            <Select
              label="Column"
              value={sort.column_key}
              choices={columns
                .filter(({ key }) => key === sort.column_key || free.some((one) => one.key === key))
                .map(({ key, label }) => [key, label])}
              onChoose={(column_key) => setSorts(sorts.with(index, { ...sort, column_key }))}
            />
            <Select
              label="Direction"
              value={sort.direction ?? 'asc'}
              choices={[
                ['asc', 'up: A–Z, 0–9'],
                ['desc', 'down: Z–A, 9–0'],
              ]}
              onChoose={(direction) => setSorts(sorts.with(index, { ...sort, direction }))}
            />
            <Button
              look="plain icon"
              aria-label={`Move ${index + 1} up`}
              disabled={index === 0}
              onClick={() => setSorts(sorts.toSpliced(index, 1).toSpliced(index - 1, 0, sort))}
            >
              <ArrowUp size={16} aria-hidden="true" />
            </Button>
            <Button look="plain icon" aria-label={`Remove ${index + 1}`} onClick={() => setSorts(sorts.toSpliced(index, 1))}>
              <Trash2 size={16} aria-hidden="true" />
            </Button>
          </fieldset>
        ))}
        {sorts.length === 0 && <p className="soft">{none}</p>}
        {free[0] && sorts.length < most && (
          <div className="row">
            <Button onClick={() => setSorts([...sorts, { column_key: free[0]!.key, direction: 'asc' }])}>
              <Plus size={16} aria-hidden="true" />
              Add a column
            </Button>
          </div>
        )}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Apply
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
