import { Columns3 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { useSpace } from '../../../shell/session.tsx';
import type { Table } from '../table/table.ts';

const ColumnsDrawer = lazy(() => import('./columns/columns-drawer.tsx').then(({ ColumnsDrawer: part }) => ({ default: part })));

/** Renders the button that opens the columns of a table, for those who may change them. */
export function ColumnsButton({ table }: { readonly table: Table }): ReactElement | null {
  const space = useSpace();
  const [isOpen, setOpen] = useState(false);
  if (!space.scopes.includes('tables:write')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Columns3 size={16} aria-hidden="true" />
        Edit columns
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDrawer table={table} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
