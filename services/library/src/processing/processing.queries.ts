import { ProcessingWork } from '@space/contracts/assets';
import { ProcessingStatus } from '@space/contracts/uploads';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Requests works on a file of a Space. Those that were requested before are left as they are. */
export const insertWorks = (
  tx: CommonQueryMethods,
  space: string,
  { sha256, content_type, size }: { readonly sha256: string; readonly content_type: string; readonly size: number },
  works: readonly ProcessingWork[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_processing (space_id, sha256, work, content_type, size, status, due_at, created_at)
    select ${space}, ${sha256}, n.work, ${content_type}, ${size}, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${sql.array([...works], 'text')}) as n (work)
    on conflict (space_id, sha256, work) do nothing`);

const Work = z.object({ work: ProcessingWork, status: ProcessingStatus, width: z.number().nullable(), height: z.number().nullable() });

/** Returns the works on a file of a Space, whose end waits until the transaction ends. */
export const findWorks = (tx: CommonQueryMethods, space: string, sha256: string) =>
  tx.any(sql.type(Work)`
    select work, status, width, height from library.asset_processing where space_id = ${space} and sha256 = ${sha256} order by work for share`);
