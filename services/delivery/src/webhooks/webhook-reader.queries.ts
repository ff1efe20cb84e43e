import type { CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const WebhookTargetRow = z.object({
  id: z.string(),
  space_id: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  secret: z.instanceof(Buffer),
  can_use: z.custom<CanUse | null>(),
});

/** The settings of a webhook that an attempt needs. */
export type WebhookTargetRow = z.output<typeof WebhookTargetRow>;

/** Returns the webhooks with these ids, in any Space, with their sealed secrets. */
export const readWebhooks = (database: CommonQueryMethods, ids: readonly string[]) =>
  database.any(sql.prepared('read-webhooks', WebhookTargetRow)`
    select id, space_id, url, sealed_secret as secret, can_use,
           enabled and not exists (select from events.closed_space as closed where closed.space_id = listener.space_id) as enabled
    from events.listener where id = any(${sql.array([...ids], 'text')})`);
