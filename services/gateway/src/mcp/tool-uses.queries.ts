import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Use = z.object({ tool: z.string(), last_called_at: z.number() });

/** Returns the time of the last call of each tool by a key, in milliseconds since the epoch. */
export const latestUses = (database: CommonQueryMethods, keyId: string) =>
  database.any(sql.prepared('gateway-tool-uses', Use)`select tool, last_called_at from gateway.tool_use where key_id = ${keyId}`);

/** Stores the calls of tools by keys in one statement. A later time wins. */
export const markToolUses = (database: CommonQueryMethods, uses: readonly (readonly [key: string, tool: string, isoTime: string])[]) =>
  database.query(sql.typeAlias('void')`
    insert into gateway.tool_use as u (key_id, tool, last_called_at)
    select key_id, tool, at from ${sql.unnest(uses, ['text', 'text', 'timestamptz'])} as used (key_id, tool, at)
    on conflict (key_id, tool) do update set last_called_at = greatest(u.last_called_at, excluded.last_called_at)`);
