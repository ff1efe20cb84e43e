import { ArrowDownUp, Columns3, Filter as FilterIcon, Group } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { configOf, type Table, type View } from '../table/table.ts';
import type { ChangeConfig } from '../table/use-view-config.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { readFilters } from './filter-ops.ts';
import { LayoutDialog } from './layout-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import './toolbar.css';

/** Columns that a view is sorted and grouped by at most. */
const [MAX_SORTS, MAX_GROUPS] = [5, 3];

/** Props of the toolbar of a view. */
export interface ToolbarProps {
  readonly table: Table;
  readonly view: View;
  readonly onChange: ChangeConfig;
  readonly children?: ReactNode;
}

type Form = 'filter' | 'sort' | 'group' | 'columns';

/** Renders the buttons that change what a view shows. Each says how much of its kind the view has. */
export function Toolbar({ table, view, onChange, children }: ToolbarProps): ReactElement {
  const [form, setForm] = useState<Form>();
  const { filters, sort, group_by, columns } = configOf(view);
  const { leaves, others } = readFilters(filters);
  const hidden = columns ? table.columns.length - columns.filter(({ visible }) => visible !== false).length : 0;
  const buttons: readonly (readonly [Form, string, ReactElement, number])[] = [
    ['filter', 'Filter', <FilterIcon key="icon" size={16} aria-hidden="true" />, leaves.length + others.length],
    ['sort', 'Sort', <ArrowDownUp key="icon" size={16} aria-hidden="true" />, sort?.length ?? 0],
    ['group', 'Group', <Group key="icon" size={16} aria-hidden="true" />, group_by?.length ?? 0],
    ['columns', 'Columns', <Columns3 key="icon" size={16} aria-hidden="true" />, Math.max(hidden, 0)],
  ];
  const close = () => setForm(undefined);
  return (
    <div role="toolbar" aria-label="View" className="row view-toolbar">
      {buttons.map(([name, label, icon, count]) => (
        <Button key={name} small aria-pressed={count > 0} onClick={() => setForm(name)}>
          {icon}
          {label}
          {count > 0 && (
            <span className="number">
              {count}
              {name === 'columns' && ' hidden'}
            </span>
          )}
        </Button>
      ))}
      {children}
      {form === 'filter' && (
        <FilterDialog
          columns={table.columns}
          filters={filters}
          onApply={(changed) =>
            void onChange({ filters: changed }, changed.length > 0 ? 'The filter is changed.' : 'The filter is removed.')
          }
          onClose={close}
        />
      )}
      {form === 'sort' && (
        <OrderDialog
          title="Sort"
          none="Rows are in the order in which they were created."
          most={MAX_SORTS}
          columns={table.columns}
          sorts={sort}
          onApply={(changed) => void onChange({ sort: changed }, 'The order is changed.')}
          onClose={close}
        />
      )}
      {form === 'group' && (
        <OrderDialog
          title="Group"
          none="Rows are not grouped."
          most={MAX_GROUPS}
          columns={table.columns}
          sorts={group_by}
          onApply={(changed) => void onChange({ group_by: changed }, 'The groups are changed.')}
          onClose={close}
        />
      )}
      {form === 'columns' && (
        <LayoutDialog
          table={table}
          view={view}
          onApply={(changed) => void onChange(changed, 'The columns of the view are changed.')}
          onClose={close}
        />
      )}
    </div>
  );
}
