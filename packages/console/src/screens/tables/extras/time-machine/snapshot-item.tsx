import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { Button } from '../../../../parts/button.tsx';
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../../parts/menu.tsx';
import { TimeAgo } from '../../../../parts/time-ago.tsx';
import { sayDone, sayFailed } from '../../../../parts/toast.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { rereadTables } from '../parts/reread-table.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { isBeforeChange, type Snapshot, snapshotName } from './snapshots.ts';
import { undoChange } from './undo-change.ts';

/** Props of a saved state in the list. */
export interface SnapshotItemProps {
  readonly snapshot: Snapshot;
  readonly canWrite: boolean;
  readonly onDiff: () => void;
  readonly onLook: () => void;
}

/** Renders a saved state with what can be done with it. */
export function SnapshotItem({ snapshot, canWrite, onDiff, onLook }: SnapshotItemProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<'restore' | 'delete'>();
  const { id: snapshot_id, table_id, created_at, created_by, row_count } = snapshot;
  const name = snapshotName(snapshot);

  async function remove(): Promise<void> {
    await spaceClient(space.id).snapshots.delete({ table_id, snapshot_id });
    await queries.invalidateQueries({ queryKey: ['space', space.id, 'snapshots'] });
    sayDone(`The state “${name}” is deleted.`);
  }

  const undo = () => undoChange(space.id, table_id, snapshot_id, () => rereadTables(queries, space.id)).catch(sayFailed);

  return (
    <li>
      <div className="column-name">
        <strong>{name}</strong>
        <span className="soft">
          <TimeAgo at={created_at} /> · {created_by.name} · {row_count.toLocaleString('en')} {row_count === 1 ? 'row' : 'rows'}
        </span>
      </div>
      <Button small onClick={onDiff}>
        Compare<span className="hidden-text"> with {name}</span>
      </Button>
      {canWrite ? (
        <Button small onClick={() => setOpened('restore')}>
          Restore<span className="hidden-text"> {name}</span>
        </Button>
      ) : (
        <span />
      )}
      <Menu
        trigger={
          <Button look="plain icon" small aria-label={`More of ${name}`}>
            <MoreHorizontal size={16} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onClick={onLook}>Look at the rows</MenuItem>
        {canWrite && isBeforeChange(snapshot) && <MenuItem onClick={() => void undo()}>Undo only this change</MenuItem>}
        {canWrite && (
          <>
            <MenuDivider />
            <MenuItem onClick={() => setOpened('delete')}>Delete the state</MenuItem>
          </>
        )}
      </Menu>
      {opened === 'restore' && <RestoreDialog snapshot={snapshot} onClose={() => setOpened(undefined)} />}
      {opened === 'delete' && (
        <ConfirmDialog title="Delete this state?" action="Delete the state" onConfirm={remove} onClose={() => setOpened(undefined)}>
          <p>The table stays as it is. It can no longer go back to “{name}”.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
