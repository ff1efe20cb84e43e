import type { PageAnswer } from '@space/contracts/core';
import { rows, shareLinks, sharePages, tables, views } from '@space/contracts/tables';
import { callAs, newSpaceCaller, type TestPorts } from '@space/runtime/testing';

/** The request of a visitor for a page. */
interface VisitorRequest {
  readonly query?: Record<string, string>;
  readonly cookie?: string;
  readonly visitor?: string;
}

/** Returns the page operations for a visitor of the public origin, called as the gateway calls them. */
function visitorOf(ports: TestPorts) {
  const call = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const common = (token: string, { query = {}, cookie, visitor = '192.0.2.1' }: VisitorRequest) => ({
    token,
    path: `/t/${token}`,
    query,
    cookie: cookie ?? null,
    visitor,
  });
  return {
    open: (token: string, request: VisitorRequest = {}): Promise<PageAnswer> => call(sharePages, 'open', common(token, request)),
    unlock: (token: string, password: string, request: VisitorRequest = {}): Promise<PageAnswer> =>
      call(sharePages, 'unlock', { ...common(token, request), form: { password } }),
  };
}

/** Creates a table in a new Space, with functions that share its views. */
export async function sharedTable(ports: TestPorts, columns: readonly Record<string, unknown>[], data: readonly Record<string, unknown>[]) {
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  const labelled = columns.map((column) => ({ label: String(column.key), ...column }));
  const table = await call(tables, 'create', { name: 'Deals & Co', columns: labelled as never });
  const table_id = table.id;
  for (let at = 0; at < data.length; at += 100)
    await call(rows, 'create_bulk', { table_id, rows: data.slice(at, at + 100) as never, typecast: true });
  const visitor = visitorOf(ports);
  const share = async (type: string, config: object, link: { password?: string; expires_at?: string } = {}) => {
    const view = await call(views, 'create', { table_id, name: 'Ours', type, config } as never);
    const { id, url } = await call(shareLinks, 'create', { table_id, view_id: view.id, ...link });
    return { id, view_id: view.id, token: url.split('/t/')[1]! };
  };
  const show = async (type: string, config: object, query: Record<string, string> = {}) =>
    visitor.open((await share(type, config)).token, { query });
  return { call, table, table_id, share, show, visitor };
}
