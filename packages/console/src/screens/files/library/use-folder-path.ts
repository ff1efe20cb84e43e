import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSpace } from '../../../shell/session.tsx';
import { type Folder, folderQuery, foldersKey } from './asset.ts';

/** Milliseconds for which a folder above is not read again; a live update makes it stale earlier. */
const FRESH_MS = 30_000;

/** Reads a folder and those above it, the first one first; undefined until they are read. Without a folder the list is empty. */
export function useFolderPath(id: string | null) {
  const space = useSpace();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...foldersKey(space.id), 'get', 'path', { id }],
    enabled: id !== null,
    async queryFn() {
      const path: Folder[] = [];
      for (let above = id; above !== null; above = path[0]!.parent_id)
        path.unshift((await queries.fetchQuery({ ...folderQuery(space.id, above), staleTime: FRESH_MS })).value);
      return path;
    },
  });
  return { path: id === null ? [] : data, error, refetch };
}
