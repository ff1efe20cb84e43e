import type { ProcessingWork } from '@space/contracts/assets';
import { type Database, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Job } from './files.queries.ts';

/** The time of a claim, and its end. */
interface ClaimTime {
  readonly now: string;
  readonly until: string;
}

/**
 * Claims works until a time. Spaces take turns: each gets one work before any gets a second one, and the Space whose last turn is longest
 * ago is first. Of one Space the oldest work is first. So a Space with many files holds up no other one.
 */
export const claimJobs = (database: Database, works: readonly ProcessingWork[], time: ClaimTime, limit: number) =>
  database.transaction(async function claimInTurn(tx) {
    await lockTurns(tx);
    return claimNext(tx, works, time, limit);
  });

/** Lets one claim at a time see whose turn it is. */
const lockTurns = (tx: CommonQueryMethods) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock(hashtextextended('library.processing', 0)) is not null as locked`);

/** The id of the first Space with a work that is due, after the condition. */
const firstSpace = (condition: FragmentSqlToken, now: string) => sql.fragment`(
  select d.space_id from library.asset_processing as d where d.status = 'pending' and d.due_at <= ${now}::timestamptz ${condition}
  order by d.space_id limit 1)`;

const claimNext = (tx: CommonQueryMethods, works: readonly ProcessingWork[], { now, until }: ClaimTime, limit: number) =>
  tx.any(sql.type(Job)`
    with recursive waiting as (
      ${firstSpace(sql.fragment``, now)}
      union all
      select ${firstSpace(sql.fragment`and d.space_id > w.space_id`, now)} from waiting as w where w.space_id is not null
    ), due as (
      select w.space_id, d.sha256, d.work, d.due_at, row_number() over (partition by w.space_id order by d.due_at) as place,
        coalesce(t.turn, 0) as turn
      from waiting as w left join library.asset_processing_turn as t on t.space_id = w.space_id
      cross join lateral (
        select p.sha256, p.work, p.due_at from library.asset_processing as p
        where p.space_id = w.space_id and p.status = 'pending' and p.due_at <= ${now}::timestamptz
          and p.work = any(${sql.array([...works], 'text')})
        order by p.due_at limit ${limit}) as d
      where w.space_id is not null
    ), chosen as (
      select space_id, sha256, work from due order by place, turn, due_at limit ${limit}
    ), turns as (
      insert into library.asset_processing_turn (space_id, turn)
      select c.space_id, nextval('library.asset_processing_turn_number') from (select distinct space_id from chosen) as c
      on conflict (space_id) do update set turn = excluded.turn
    )
    update library.asset_processing as p set due_at = ${until}::timestamptz, attempts = p.attempts + 1
    from chosen as c where p.space_id = c.space_id and p.sha256 = c.sha256 and p.work = c.work and p.status = 'pending'
      and p.due_at <= ${now}::timestamptz
    returning p.space_id, p.sha256, p.work, p.content_type, p.size, p.attempts`);
