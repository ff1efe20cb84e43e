import { deadlineFromNow, type Reply, type Request } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import { type Caller, internalProblem, Problem } from '@space/contracts/core';
import { metrics, type Ports } from '@space/runtime';
import type { ActivityLog } from '../activity/activity-log.ts';
import { type Heard, noting } from '../activity/record-activity.ts';
import type { SpaceKey } from '../auth/api-key.ts';
import type { Exchange } from '../http/request-context.ts';
import type { RateLimit } from './rate-limit.ts';

/** What REST and MCP hand on of a request: everything but who asks and how long they wait. */
export type Asked = Omit<Request, 'caller' | 'deadline'>;

/** How a call came, for the activity log. */
type Via = Pick<Heard, 'via' | 'tool' | 'named'>;

/** The one path from a key to a service, for REST and MCP alike: the rate of the key, its scope, the bus. */
export interface Calls {
  /** Counts one call of the key, and throws `limited` when it is one too many; undefined when nothing is counted. */
  readonly admit: ((exchange: Exchange, key: SpaceKey) => Promise<void>) | undefined;
  /**
   * Calls an operation with a Space key. A missing scope is a reply like any other refusal; nothing is thrown. Whatever
   * comes of it is a line of the activity log, unless it is the same call that goes on and so came no way of its own.
   */
  withKey(entry: CatalogEntry, key: SpaceKey, asked: Asked, via: Via | undefined): Promise<Reply>;
  /** Calls an operation for somebody whose right to it was judged already. */
  asCaller(entry: CatalogEntry, caller: Caller, asked: Asked): Promise<Reply>;
  /** Writes a line of the activity log for a call that did not come as far as an operation. */
  note(key: SpaceKey, heard: Heard, outcome: string): void;
}

/** Builds the path on a bus. */
export function calls({ bus, clock, log }: Ports, limit: RateLimit | undefined, activity: ActivityLog): Calls {
  const note = noting(activity, clock);
  const asCaller = async (entry: CatalogEntry, caller: Caller, asked: Asked): Promise<Reply> => {
    try {
      return await bus.request(entry.subject, { ...asked, caller, deadline: deadlineFromNow(entry.operation.deadline_ms) });
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      log.error(
        { err: error, operation: entry.id, request_id: asked.request_id, space_id: caller.space_id, key_id: caller.key_id },
        'a call failed',
      );
      return { problem: internalProblem() };
    }
  };
  const scoped = async (entry: CatalogEntry, key: SpaceKey, asked: Asked): Promise<Reply> => {
    const refusal = scopeRefusal(entry, key);
    if (refusal) return { problem: refusal };
    const caller = entry.operation.needs_scopes ? { ...key.caller, scopes: [...key.scopes] } : key.caller;
    return asCaller(entry, caller, asked);
  };
  return {
    admit: limit && ((exchange, key) => admit(limit, exchange, key)),
    async withKey(entry, key, asked, via) {
      const began = performance.now();
      const reply = await scoped(entry, key, asked);
      if (via) {
        const { request_id, dry_run } = asked;
        note(key, { ...via, entry, began, request_id, dry_run }, reply.problem?.code ?? 'ok', reply.body);
      }
      return reply;
    },
    asCaller,
    note,
  };
}

async function admit(limit: RateLimit, exchange: Exchange, key: SpaceKey): Promise<void> {
  const rate = await limit.take(key.caller.key_id);
  exchange.rate = rate;
  if (!rate.limited) return;
  metrics.rateLimited.inc();
  const wait = rate.retry_after_s === 1 ? 'a second' : `${rate.retry_after_s} seconds`;
  throw new Problem('limited', `This key makes too many requests; try again in ${wait}.`, { retry_after_s: rate.retry_after_s });
}

/** The refusal for a key that lacks the scope of an operation; it names the scope and the way out (spec, Errors). */
function scopeRefusal({ operation: { scope } }: CatalogEntry, key: SpaceKey): Problem | undefined {
  if (scope !== undefined && key.scopes.has(scope)) return undefined;
  return new Problem(
    'missing_scope',
    `This key lacks the scope ${scope}; ask whoever manages the API keys of this Space for one that has it.`,
    { missing_scope: scope },
  );
}
