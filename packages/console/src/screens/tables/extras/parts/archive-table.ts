import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../../api/space-client.ts';
import { sayFailed } from '../../../../parts/toast.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import { rereadTables } from './reread-table.ts';

/** Archives a table, which can be undone, and returns true. It says in a toast what failed, and returns false. */
export async function archiveTable(
  space_id: string,
  { id: table_id, name }: { readonly id: string; readonly name: string },
  queries: QueryClient,
): Promise<boolean> {
  const { tables } = spaceClient(space_id);
  const said = `“${name}” is archived. Its rows stay.`;
  try {
    await tables.delete({ table_id });
    await rereadTables(queries, space_id);
    const undo = async () => {
      await tables.update({ table_id, archived: false });
      await rereadTables(queries, space_id);
    };
    pushUndo({ said, undo });
    return true;
  } catch (failure) {
    sayFailed(failure);
    return false;
  }
}
