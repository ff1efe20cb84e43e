import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { SameCall } from '../../../../parts/same-call.tsx';
import type { Table } from '../../table/table.ts';
import '../parts/extras.css';
import { ColumnList } from './column-list.tsx';
import { EditColumn } from './edit-column.tsx';
import { NewColumn } from './new-column.tsx';

type Opened = { readonly name: 'list' } | { readonly name: 'new' } | { readonly name: 'edit'; readonly column_id: string };

const LIST: Opened = { name: 'list' };

const titles = { list: 'Columns', new: 'Add a column', edit: 'Change a column' } as const;

/** Renders the columns of a table over it: their list, the form of a new one, or that of one of them. */
export function ColumnsDrawer({ table, onClose }: { readonly table: Table; readonly onClose: () => void }): ReactElement {
  const [opened, setOpened] = useState(LIST);
  const back = () => setOpened(LIST);
  return (
    <Dialog title={titles[opened.name]} open look="drawer" onClose={onClose}>
      {opened.name === 'new' && <NewColumn table={table} onClose={back} />}
      {opened.name === 'edit' && <EditColumn table={table} column_id={opened.column_id} onClose={back} />}
      {opened.name === 'list' && (
        <div className="stack">
          <ColumnList table={table} onEdit={(column_id) => setOpened({ name: 'edit', column_id })} />
          <div className="row">
            <Button look="primary" onClick={() => setOpened({ name: 'new' })}>
              <Plus size={16} aria-hidden="true" />
              Add a column
            </Button>
            <SameCall contract="columns" name="create" args={{ table_id: table.id, key: 'notes', label: 'Notes', type: 'long_text' }} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
