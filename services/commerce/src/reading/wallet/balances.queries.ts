import { moneyModes, paymentProviders } from '@space/contracts/commerce';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const BalanceRow = z.object({
  integration_id: z.string(),
  integration: z.string(),
  provider: z.enum(paymentProviders),
  mode: z.enum(moneyModes),
  currency: z.string(),
  available: z.number(),
  pending: z.number(),
  reserved: z.number(),
  stated_at: z.string().nullable(),
  until: z.number().nullable(),
  closed: z.number(),
});

/**
 * Returns the balances of the connections of a Space, in smallest units: as the provider last said, with a null `stated_at` if it did not,
 * and as the ledger had them at its closing, with a null `until` before the first one.
 */
export const listBalances = (database: CommonQueryMethods, space: string, currency: string | undefined) =>
  database.any(sql.type(BalanceRow)`
    select c.id as integration_id, c.name as integration, c.provider, c.mode, held.currency, coalesce(b.available, 0) as available,
      coalesce(b.pending, 0) as pending, coalesce(b.reserved, 0) as reserved, ${wireTime(sql.fragment`b.as_of`)} as stated_at, k.until,
      coalesce(k.debit - k.credit, 0) as closed
    from (
      select integration_id, currency from commerce.provider_balance where space_id = ${space}
      union select integration_id, currency from commerce.account where space_id = ${space} and code = 'balance'
    ) as held
    join commerce.connection as c on c.space_id = ${space} and c.id = held.integration_id
    left join commerce.provider_balance as b on b.space_id = ${space} and b.integration_id = held.integration_id and b.currency = held.currency
    left join commerce.closing as k on k.space_id = ${space} and k.integration_id = held.integration_id and k.code = 'balance'
      and k.currency = held.currency
    ${currency === undefined ? sql.fragment`` : sql.fragment`where held.currency = ${currency}`}
    order by c.created_at, c.id, held.currency`);
