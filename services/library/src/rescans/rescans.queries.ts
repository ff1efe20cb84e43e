import type { ShowingService } from '@space/contracts/assets';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Things whose uses must be read again: one thing, all in a container, or all of a service. Empty texts stand for all. */
export interface RescanScope {
  readonly space_id: string;
  readonly service: ShowingService;
  readonly kind: string;
  readonly thing_id: string;
  readonly container_id: string;
}

const Rescan = z.object({
  space_id: z.string(),
  service: z.string() as unknown as z.ZodType<ShowingService>,
  kind: z.string(),
  thing_id: z.string(),
  container_id: z.string(),
  number: z.number(),
  is_comparison: z.boolean(),
  is_difference: z.boolean(),
  attempts: z.number(),
});

/** A rescan that is due. */
export type Rescan = z.infer<typeof Rescan>;

const columns = sql.fragment`r.space_id, r.service, r.kind, r.thing_id, r.container_id, r.number, r.is_comparison, r.is_difference, r.attempts`;

const scopeTypes = {
  space_id: 'text',
  service: 'text',
  kind: 'text',
  thing_id: 'text',
  container_id: 'text',
} as const;

/** A scope that an event names, and true if the thing shows assets after it, or may do so. */
export interface NamedScope extends RescanScope {
  readonly may_show: boolean;
}

/**
 * Makes rescans due. A thing that shows no asset now and showed none before needs none; one that another rescan may be reading at this moment
 * needs one. Returns their number.
 */
export const requestRescans = async (tx: CommonQueryMethods, scopes: readonly NamedScope[], now: string): Promise<number> =>
  (
    await tx.query(sql.typeAlias('void')`
      insert into library.asset_rescan as r (space_id, service, kind, thing_id, container_id, due_at, created_at)
      select n.space_id, n.service, n.kind, n.thing_id, n.container_id, ${now}::timestamptz, ${now}::timestamptz
      from ${unnestRows(
        scopes.map(({ space_id, service, kind, thing_id, container_id, may_show }) => ({
          space_id,
          service,
          kind,
          thing_id,
          container_id,
          may_show,
        })),
        { ...scopeTypes, may_show: 'bool' },
        'n',
      )}
      where n.may_show
        or exists (select from library.asset_use as u where u.space_id = n.space_id and u.kind = n.kind and u.thing_id = n.thing_id)
        or exists (select from library.asset_rescan as p where p.space_id = n.space_id and p.service = n.service)
      order by n.space_id, n.service, n.kind, n.thing_id, n.container_id
      on conflict (space_id, service, kind, thing_id, container_id, is_comparison) do update
      set number = nextval('library.asset_rescan_number'), is_difference = false, attempts = 0, due_at = least(r.due_at, excluded.due_at)`)
  ).rowCount;

/** Makes a rescan due at a time for things in which a comparison has found a difference, unless one is due for them. */
export const requestDifferences = (tx: CommonQueryMethods, scopes: readonly RescanScope[], due: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_rescan (space_id, service, kind, thing_id, container_id, is_difference, due_at, created_at)
    select n.space_id, n.service, n.kind, n.thing_id, n.container_id, true, ${due}::timestamptz, ${now}::timestamptz
    from ${unnestRows(
      scopes.map(({ space_id, service, kind, thing_id, container_id }) => ({ space_id, service, kind, thing_id, container_id })),
      scopeTypes,
      'n',
    )}
    on conflict do nothing`);

/** Makes comparisons due for Spaces that have assets and were compared last before a time; returns their number. It is about all Spaces. */
export const requestComparisons = async (database: CommonQueryMethods, services: readonly string[], before: string, now: string) =>
  (
    await database.query(sql.typeAlias('void')`
      with compared as (
        insert into library.asset_use_comparison as c (space_id, compared_at)
        select a.space_id, ${now}::timestamptz from library.asset_usage as a
        where not exists (select from library.asset_use_comparison as d where d.space_id = a.space_id and d.compared_at >= ${before}::timestamptz)
        on conflict (space_id) do update set compared_at = excluded.compared_at where c.compared_at < ${before}::timestamptz
        returning space_id
      )
      insert into library.asset_rescan (space_id, service, kind, thing_id, container_id, is_comparison, due_at, created_at)
      select c.space_id, s.service, '', '', '', true, ${now}::timestamptz, ${now}::timestamptz
      from compared as c cross join unnest(${sql.array([...services], 'text')}) as s (service)
      on conflict do nothing`)
  ).rowCount;

const Lease = z.object({ space_id: z.string(), number: z.number() });

/** The right of a process to read the uses of a Space. */
export type Lease = z.infer<typeof Lease>;

/** Takes the lease of the Space whose rescan has been due longest and that no process reads; null without one. */
export const takeLease = (database: CommonQueryMethods, now: string, until: string) =>
  database.maybeOne(sql.type(Lease)`
    insert into library.asset_rescan_lease as l (space_id, number, ends_at)
    select r.space_id, nextval('library.asset_rescan_number'), ${until}::timestamptz from library.asset_rescan as r
    where r.due_at <= ${now}::timestamptz
      and not exists (select from library.asset_rescan_lease as o where o.space_id = r.space_id and o.ends_at > ${now}::timestamptz)
    order by r.due_at limit 1
    on conflict (space_id) do update set number = excluded.number, ends_at = excluded.ends_at where l.ends_at <= ${now}::timestamptz
    returning space_id, number`);

/** Renews a lease until the transaction ends and longer; returns false if another process has taken it. */
export const renewLease = async (tx: CommonQueryMethods, { space_id, number }: Lease, until: string): Promise<boolean> =>
  (
    await tx.query(sql.typeAlias('void')`
      update library.asset_rescan_lease set ends_at = ${until}::timestamptz where space_id = ${space_id} and number = ${number}`)
  ).rowCount === 1;

/** Ends a lease, unless another process has it. */
export const endLease = (database: CommonQueryMethods, { space_id, number }: Lease) =>
  database.query(sql.typeAlias('void')`delete from library.asset_rescan_lease where space_id = ${space_id} and number = ${number}`);

/** Returns the due rescans of a Space, those of single things first. */
export const findDueRescans = (database: CommonQueryMethods, space: string, now: string, limit: number) =>
  database.any(sql.type(Rescan)`
    select ${columns} from library.asset_rescan as r where r.space_id = ${space} and r.due_at <= ${now}::timestamptz
    order by r.thing_id = '', r.due_at limit ${limit}`);

const scopeOf = ({ space_id, service, kind, thing_id, container_id, is_comparison }: Rescan) => sql.fragment`
  space_id = ${space_id} and service = ${service} and kind = ${kind} and thing_id = ${thing_id} and container_id = ${container_id}
  and is_comparison = ${is_comparison}`;

/** Ends a rescan whose answer is stored, and returns false if a later change has made it due again. */
export const endRescan = async (tx: CommonQueryMethods, rescan: Rescan): Promise<boolean> =>
  (await tx.query(sql.typeAlias('void')`delete from library.asset_rescan where ${scopeOf(rescan)} and number = ${rescan.number}`))
    .rowCount === 1;

/** Makes a rescan that failed due later. */
export const postponeRescan = (database: CommonQueryMethods, rescan: Rescan, due: string) =>
  database.query(sql.typeAlias('void')`
    update library.asset_rescan set attempts = attempts + 1, due_at = ${due}::timestamptz
    where ${scopeOf(rescan)} and number = ${rescan.number}`);

/** Returns the seconds for which the oldest rescan has been waiting, 0 without one. It is about all Spaces. */
export const findOldestRescan = (database: CommonQueryMethods, now: string) =>
  database.oneFirst(sql.type(z.object({ seconds: z.number() }))`
    select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as seconds from library.asset_rescan
    where not is_comparison and not is_difference`);

/** Returns the number of events that the group could not handle. */
export const countDeadLetters = (database: CommonQueryMethods) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from library.dead_letter`);
