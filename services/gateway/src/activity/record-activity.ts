import type { CatalogEntry } from '@space/contracts/catalog';
import { Problem, resourceIds } from '@space/contracts/core';
import { type Clock, isoTime } from '@space/database';
import type { SpaceKey } from '../auth/api-key.ts';
import type { ActivityLog } from './activity-log.ts';

/** What the gateway knows of a call, for its line of the activity log. */
export interface Heard {
  readonly via: 'rest' | 'mcp';
  /** What was called; left out for a tool that is no operation. */
  readonly entry?: CatalogEntry | undefined;
  /** The tool it was called by, whatever somebody wrote there. */
  readonly tool?: string;
  /** What it named, among it ids of things; `dry_run` of an operation with such a field of its own too. */
  readonly named: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  /** When it began, by the monotonic clock in milliseconds. */
  readonly began: number;
  readonly dry_run?: boolean | undefined;
}

/** Writes the line of a call: what was heard, how it ended, and the answer when there is one. */
type Note = (key: SpaceKey, heard: Heard, outcome: string, answer?: Uint8Array) => void;

const TOOL = /^[\w-]{1,64}$/;

/** The writer of lines of one gateway. */
export const noting =
  (activity: ActivityLog, clock: Clock): Note =>
  ({ caller: { space_id, key_id, actor } }, { via, entry, tool, named, request_id, began, dry_run }, outcome, answer) =>
    activity.note({
      space_id,
      key_id,
      actor,
      at: isoTime(clock.now()),
      via,
      operation: entry?.id ?? null,
      reads: entry === undefined || onlyReads(entry),
      tool: tool !== undefined && TOOL.test(tool) ? tool : null,
      things: resourceIds(named, answer),
      outcome,
      dry_run: dry_run === true || named.dry_run === true,
      duration_ms: Math.round((performance.now() - began) * 100) / 100,
      request_id,
    });

/** The outcome of a call that was refused with what was thrown. */
export const outcomeOf = (error: unknown): string => (error instanceof Problem ? error.code : 'internal');

/** Whether an operation changes nothing. */
export const onlyReads = ({ operation }: CatalogEntry): boolean =>
  operation.route ? operation.route.method === 'GET' : (operation.scope?.endsWith(':read') ?? false);
