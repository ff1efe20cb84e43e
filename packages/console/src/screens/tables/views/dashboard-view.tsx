import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal, Plus } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { ViewBodyProps } from '../table/view-body.ts';
import { configOf, type Widget } from './view-config.ts';
import { WidgetBox } from './widget-box.tsx';
import { orderedWidgets, withMoved, withWidget } from './widget-order.ts';
import './views.css';
import './charts.css';

const WidgetDialog = lazy(() => import('./widget-dialog.tsx').then(({ WidgetDialog: part }) => ({ default: part })));

/** Renders figures and charts over the rows of a view, and the means to change them for those who may. */
export function DashboardView({ table, view }: ViewBodyProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Widget | 'new'>();
  const widgets = orderedWidgets(configOf(view).widgets ?? []);
  const canWrite = space.scopes.includes('tables:write') && view.id !== '';
  // What the address adds to a view is not saved with its widgets.
  const stored = table.views.find(({ id }) => id === view.id) ?? view;

  /** Saves the widgets. Rejects with ApiError. */
  const save = (next: readonly Widget[], said: string): Promise<unknown> =>
    makeChange(queries, {
      space_id: space.id,
      contract: 'views',
      name: 'update',
      path: { table_id: table.id, view_id: view.id },
      fields: { config: { ...stored.config, widgets: next } },
      before: { config: stored.config },
      said,
    });
  const change = (next: readonly Widget[], said: string) => void save(next, said).catch(sayFailed);

  const add = canWrite && (
    <Button onClick={() => setEdited('new')}>
      <Plus size={16} aria-hidden="true" />
      Add a figure
    </Button>
  );
  return (
    <>
      {widgets.length === 0 && (
        <EmptyState sentence="No figure yet. A dashboard shows counts, sums and charts over the rows of its view.">
          <div className="row">
            {add}
            <SameCall contract="tables" name="aggregate" args={{ table_id: table.id, aggregates: [{ function: 'count' }] }} />
          </div>
        </EmptyState>
      )}
      {widgets.length > 0 && (
        <>
          <div className="widgets">
            {widgets.map((widget, place) => (
              <WidgetBox
                key={widget.id}
                table={table}
                view={view}
                widget={widget}
                tools={
                  canWrite && (
                    <Menu
                      trigger={
                        <Button look="plain icon" small aria-label={`Actions of ${widget.title}`}>
                          <MoreHorizontal size={16} aria-hidden="true" />
                        </Button>
                      }
                    >
                      <MenuItem onClick={() => setEdited(widget)}>Change</MenuItem>
                      {place > 0 && (
                        <MenuItem onClick={() => change(withMoved(widgets, place, -1), `“${widget.title}” is earlier.`)}>
                          Move earlier
                        </MenuItem>
                      )}
                      {place < widgets.length - 1 && (
                        <MenuItem onClick={() => change(withMoved(widgets, place, 1), `“${widget.title}” is later.`)}>Move later</MenuItem>
                      )}
                      <MenuDivider />
                      <MenuItem onClick={() => change(widgets.toSpliced(place, 1), `“${widget.title}” is removed.`)}>Remove</MenuItem>
                    </Menu>
                  )
                }
              />
            ))}
          </div>
          {add && <div>{add}</div>}
        </>
      )}
      {edited !== undefined && (
        <Suspense>
          <WidgetDialog
            table={table}
            widget={edited === 'new' ? undefined : edited}
            onSave={(widget) => save(withWidget(widgets, widget), `“${widget.title}” is saved.`)}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
