import type { QueryClient } from '@tanstack/react-query';

const contracts = ['tables', 'columns', 'rows', 'views', 'snapshots', 'share_links'] as const;

/** Makes what the console read of tables stale. */
export const rereadTables = async (queries: QueryClient, space_id: string): Promise<void> => {
  await Promise.all(contracts.map((contract) => queries.invalidateQueries({ queryKey: ['space', space_id, contract] })));
};
