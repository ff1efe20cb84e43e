import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Use = z.object({ tool: z.string(), last_called_at: z.number() });

/** Returns the time of the last call of each tool by a key, in milliseconds since the epoch. */
export const latestUses = (database: CommonQueryMethods, keyId: string) =>
  database.any(sql.prepared('gateway-tool-uses', Use)`select tool, last_called_at from gateway.tool_use where key_id = ${keyId}`);

/** A call of a tool. */
export interface ToolUse {
  readonly key_id: string;
  readonly tool: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Stores the calls of tools by keys in one statement. A later time wins. */
export const markToolUses = (database: CommonQueryMethods, uses: readonly ToolUse[]) =>
  database.query(sql.typeAlias('void')`
    insert into gateway.tool_use as u (key_id, tool, last_called_at)
    select key_id, tool, at from ${unnestRows(uses, { key_id: 'text', tool: 'text', at: 'timestamptz' }, 'used')}
    on conflict (key_id, tool) do update set last_called_at = greatest(u.last_called_at, excluded.last_called_at)`);
