import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { Button } from '../../../../parts/button.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { TextField } from '../../../../parts/field.tsx';
import { MoreButton } from '../../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { SameCall } from '../../../../parts/same-call.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import type { Table } from '../../table/table.ts';
import { PastRows } from './past-rows.tsx';
import { SnapshotDiff } from './snapshot-diff.tsx';
import { SnapshotItem } from './snapshot-item.tsx';
import { type Snapshot, snapshotName, snapshotPages } from './snapshots.ts';

type Opened =
  | { readonly name: 'diff'; readonly snapshot: Snapshot }
  | { readonly name: 'past'; readonly as_of: string; readonly title: string };

/** Renders the saved states of a table over it: save, compare, look, restore, and undo of a change of many rows. */
export function TimeMachine({ table, onClose }: { readonly table: Table; readonly onClose: () => void }): ReactElement {
  const [opened, setOpened] = useState<Opened>();
  const title = opened ? (opened.name === 'diff' ? `Since “${snapshotName(opened.snapshot)}”` : opened.title) : 'Time Machine';
  return (
    <Dialog title={title} open look={opened ? 'wide' : 'drawer'} onClose={onClose}>
      {opened && (
        <div className="stack">
          <div>
            <Button onClick={() => setOpened(undefined)}>Back to the states</Button>
          </div>
          {opened.name === 'diff' ? (
            <SnapshotDiff table={table} snapshot={opened.snapshot} />
          ) : (
            <PastRows table={table} as_of={opened.as_of} />
          )}
        </div>
      )}
      {!opened && <States table={table} onOpen={setOpened} />}
    </Dialog>
  );
}

function States({ table, onOpen }: { readonly table: Table; readonly onOpen: (opened: Opened) => void }): ReactElement {
  const space = useSpace();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(snapshotPages(space.id, table.id));
  const snapshots = data?.pages.flatMap((page) => page.data);
  const canWrite = space.scopes.includes('tables:write');
  return (
    <div className="stack">
      <p className="soft">A saved state has the columns, rows and views of a moment. It copies nothing, and a restore can be undone.</p>
      {canWrite && <SaveForm table={table} />}
      <LookForm onLook={(as_of, title) => onOpen({ name: 'past', as_of, title })} />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!snapshots && !error && <Skeleton />}
      {snapshots?.length === 0 && (
        <EmptyState sentence="No saved state yet. Imports and changes of many rows save one before they begin." />
      )}
      {snapshots && snapshots.length > 0 && (
        <ol className="column-list" aria-label="Saved states">
          {snapshots.map((snapshot) => (
            <SnapshotItem
              key={snapshot.id}
              snapshot={snapshot}
              canWrite={canWrite}
              onDiff={() => onOpen({ name: 'diff', snapshot })}
              onLook={() => onOpen({ name: 'past', as_of: snapshot.id, title: `Rows at “${snapshotName(snapshot)}”` })}
            />
          ))}
        </ol>
      )}
      {hasNextPage && <MoreButton label="Show older states" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </div>
  );
}

/** Renders the form that saves the state of now. */
function SaveForm({ table }: { readonly table: Table }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [label, setLabel] = useState('');
  const { error, isBusy, faultOf, run } = useFormCall();
  const reread = () => queries.invalidateQueries({ queryKey: ['space', space.id, 'snapshots'] });

  const save = () =>
    run(async (idempotency_key) => {
      const { snapshots } = spaceClient(space.id);
      const args = { table_id: table.id, ...(label.trim() !== '' && { label: label.trim() }) };
      const { id: snapshot_id } = await snapshots.create(args, { idempotency_key });
      const said = 'The state of the table is saved.';
      pushUndo({ said, undo: () => snapshots.delete({ table_id: table.id, snapshot_id }).then(reread) });
      await reread();
      setLabel('');
    });

  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <TextField
        label="Name of the state"
        maxLength={200}
        placeholder="Before the clean-up"
        fault={faultOf('label')}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row">
        <Button type="submit" look="primary" disabled={isBusy}>
          Save this state
        </Button>
        <SameCall contract="snapshots" name="create" args={{ table_id: table.id }} />
      </div>
    </form>
  );
}

/** Renders the form that looks at the rows of any moment. */
function LookForm({ onLook }: { readonly onLook: (as_of: string, title: string) => void }): ReactElement {
  const [at, setAt] = useState('');
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        const moment = new Date(at);
        if (!Number.isNaN(moment.getTime())) onLook(moment.toISOString(), `Rows at ${moment.toLocaleString('en-GB')}`);
      }}
    >
      <TextField label="Rows as they were at" type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
      <Button type="submit" disabled={at === ''}>
        Look
      </Button>
    </form>
  );
}
