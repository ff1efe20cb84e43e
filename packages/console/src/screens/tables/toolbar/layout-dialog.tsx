import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choices } from '../../../parts/field.tsx';
import { Select } from '../../../parts/select.tsx';
import { configOf, type Table, type View, type ViewConfig } from '../table/table.ts';

/** Columns that stay in place at most. */
const MAX_FROZEN = 10;

type ShownColumns = NonNullable<ViewConfig['columns']>;

/** Props of the form of columns. */
export interface LayoutDialogProps {
  readonly table: Table;
  readonly view: View;
  readonly onApply: (change: Pick<ViewConfig, 'columns' | 'frozen_count' | 'row_height'>) => void;
  readonly onClose: () => void;
}

/** Renders which columns a view shows, in which order, how many stay in place, and how high the rows are. */
export function LayoutDialog({ table, view, onApply, onClose }: LayoutDialogProps): ReactElement {
  const config = configOf(view);
  const [columns, setColumns] = useState(() => allColumns(table, config));
  const [frozen, setFrozen] = useState(config.frozen_count ?? 1);
  const [height, setHeight] = useState(config.row_height ?? 'short');
  const isGrid = view.type === 'grid';
  const labels = new Map(table.columns.map(({ key, label }) => [key, label]));
  const move = (index: number, by: 1 | -1) => setColumns(columns.toSpliced(index, 1).toSpliced(index + by, 0, columns[index]!));
  return (
    <Dialog title="Columns of this view" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onApply({ columns, ...(isGrid && { frozen_count: frozen, row_height: height }) });
          onClose();
        }}
      >
        <ul className="column-list">
          {columns.map((column, index) => (
            <li key={column.column_key} className="row">
              <label className="tick">
                <input
                  type="checkbox"
                  checked={column.visible !== false}
                  onChange={({ target }) => setColumns(columns.with(index, { ...column, visible: target.checked }))}
                />
                {labels.get(column.column_key) ?? column.column_key}
              </label>
              <span className="row">
                <Button
                  look="plain icon"
                  small
                  aria-label={`Move ${labels.get(column.column_key)} up`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp size={16} aria-hidden="true" />
                </Button>
                <Button
                  look="plain icon"
                  small
                  aria-label={`Move ${labels.get(column.column_key)} down`}
                  disabled={index === columns.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown size={16} aria-hidden="true" />
                </Button>
              </span>
            </li>
          ))}
        </ul>
        {isGrid && (
          <>
            <Select
              label="Columns that stay in place"
              value={String(frozen)}
              choices={Array.from({ length: MAX_FROZEN + 1 }, (_, count) => [
                String(count),
                count === 0 ? 'No column stays in place' : `The first ${count === 1 ? 'column stays' : `${count} columns stay`} in place`,
              ])}
              onChoose={(count) => setFrozen(Number(count))}
            />
            <Choices
              legend="Height of the rows"
              name="height"
              value={height}
              choices={[
                ['short', 'Short'],
                ['medium', 'Medium'],
                ['tall', 'Tall'],
              ]}
              onChoose={setHeight}
            />
          </>
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

/** Returns the columns of a view in order, and after them those that it hides by leaving them out. */
function allColumns({ columns }: Table, config: ViewConfig): ShownColumns {
  const named = config.columns ?? [];
  const rest = columns.filter(({ key }) => !named.some(({ column_key }) => column_key === key));
  return [...named, ...rest.map(({ key }) => ({ column_key: key, visible: config.columns === undefined }))];
}
