import { ProcessingWork } from '@space/contracts/assets';
import { ProcessingStatus } from '@space/contracts/uploads';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A work on a file that this process has claimed. */
export const Job = z.object({
  space_id: z.string(),
  sha256: z.string(),
  work: ProcessingWork,
  content_type: z.string(),
  size: z.number(),
  attempts: z.number(),
});

/** A work on a file that this process has claimed. */
export type Job = z.infer<typeof Job>;

/** The condition of the row of a claimed work. */
export const isJob = ({ space_id, sha256, work, attempts }: Job) => sql.fragment`
  space_id = ${space_id} and sha256 = ${sha256} and work = ${work} and status = 'pending' and attempts = ${attempts}`;

/** Lets a claimed work begin again at a time; `counts` says whether this attempt counts. */
export const postponeJob = (database: CommonQueryMethods, job: Job, time: string, counts: boolean) =>
  database.query(sql.typeAlias('void')`
    update library.asset_processing set due_at = ${time}::timestamptz, attempts = attempts - ${counts ? 0 : 1} where ${isJob(job)}`);

/** Ends a claimed work without a result. Returns false if the claim has ended. */
export async function failJob(tx: CommonQueryMethods, job: Job, reason: string, now: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    update library.asset_processing set status = 'failed', reason = ${reason}, due_at = null, ended_at = ${now}::timestamptz
    where ${isJob(job)}`);
  return rowCount > 0;
}

/** Ends a claimed work on a picture with its facts. Returns false if the claim has ended. */
export async function finishPicture(
  tx: CommonQueryMethods,
  job: Job,
  { width, height, placeholder }: { readonly width: number; readonly height: number; readonly placeholder: string },
  now: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    update library.asset_processing set status = 'done', width = ${width}, height = ${height}, placeholder = ${placeholder}, due_at = null,
      ended_at = ${now}::timestamptz
    where ${isJob(job)}`);
  return rowCount > 0;
}

const Work = z.object({ work: ProcessingWork, status: ProcessingStatus });

/** Locks the bytes of a file against their removal until the transaction ends, before its works: the removal locks them in this order. */
export const lockFile = (tx: CommonQueryMethods, { space_id, sha256 }: Job) =>
  tx.query(sql.typeAlias('void')`
    select from library.asset_object where space_id = ${space_id} and sha256 = ${sha256} for key share`);

/** Returns the works on a file, locked until the transaction ends: an asset that gets the file now waits, and then sees their end. */
export const lockWorks = (tx: CommonQueryMethods, { space_id, sha256 }: Job) =>
  tx.any(sql.type(Work)`
    select work, status from library.asset_processing where space_id = ${space_id} and sha256 = ${sha256} order by work for update`);
