import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { cellText } from '../cells/cell-text.ts';
import { revertRows } from '../rows/row-writes.ts';
import { rowsKey, type Table } from '../table/table.ts';

/** Versions of one page. */
const LIMIT = 30;

/** Props of the history of a row. */
export interface RowHistoryProps {
  readonly table: Table;
  readonly row_id: string;
  readonly isWritable: boolean;
}

/** Renders the versions of a row, the newest first, with what each changed. The row can return to each of them. */
export function RowHistory({ table, row_id, isWritable }: RowHistoryProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const client = spaceClient(space.id);
  const [failure, setFailure] = useState<unknown>();
  const path = { table_id: table.id, row_id };
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...rowsKey(space.id), 'history', table.id, row_id],
    queryFn: ({ pageParam, signal }) => client.rows.history({ ...path, limit: LIMIT, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: rowsKey(space.id) });
  async function revert(version: number): Promise<void> {
    setFailure(undefined);
    try {
      const { previous_version } = await client.rows.revert({ ...path, version });
      const said = `The row is as it was in version ${version}.`;
      if (previous_version !== null)
        pushUndo({ said, undo: () => revertRows(space.id, table.id, [[{ row_id, version: previous_version }]]).finally(refresh) });
      sayDone(said);
    } catch (refusal) {
      setFailure(refusal);
    }
    await refresh();
  }
  const columns = new Map(table.columns.map((column) => [column.key, column]));
  const textOf = (key: string, value: unknown): string => {
    const column = columns.get(key);
    return (column ? cellText(column, value) : JSON.stringify(value)) || 'empty';
  };
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="stack">
      {(error ?? failure) !== undefined && (error ?? failure) !== null && (
        <ProblemNotice error={error ?? failure} onRetry={error ? refetch : undefined} />
      )}
      <ol className="stack">
        {versions.map(({ version, action, actor, created_at, changes }, index) => (
          <li key={version} className="comment">
            <p className="row soft">
              <strong>{actor?.name ?? 'The service'}</strong> {action} <TimeAgo at={created_at} />
              {isWritable && index > 0 && action !== 'deleted' && (
                <Button look="plain" small aria-label={`Return to version ${version}`} onClick={() => void revert(version)}>
                  Return to this
                </Button>
              )}
            </p>
            <dl className="changes">
              {Object.entries(changes).map(([key, { from, to }]) => (
                <div key={key}>
                  <dt>{columns.get(key)?.label ?? key}</dt>
                  <dd>
                    <del>{textOf(key, from)}</del> <span aria-hidden="true">→</span> <ins>{textOf(key, to)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>Older versions</Button>}
    </div>
  );
}
