import { type Handlers, Json } from '@space/bus';
import { orders } from '@space/contracts/commerce';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { presentOrderId } from '../rows/columns-sql.ts';
import { readResource } from '../rows/resource.queries.ts';
import { exportOrders } from './export-orders.ts';
import { orderDetails } from './order-details-sql.ts';
import { listOrders } from './orders-sql.ts';
import { listDisputes, listRefunds } from './reversals-sql.ts';

/** Creates the handlers of the orders contract, which only read. */
export function ordersHandlers({ database }: Pick<Ports, 'database'>): Handlers<typeof orders> {
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listOrders(caller.space_id, input))),
    export: (call) => exportOrders(database, call),
    get: ({ input: { id }, caller }) =>
      readResource(database, caller.space_id, orderDetails, {
        noun: 'order',
        id,
        stored_id: presentOrderId(caller.space_id, id),
        list: orders.operations.list,
      }),
    list_refunds: async ({ input, caller }) => new Json(await readPage(database, listRefunds(caller.space_id, input))),
    list_disputes: async ({ input, caller }) => new Json(await readPage(database, listDisputes(caller.space_id, input))),
  };
}
