import type { PageAnswer } from '@space/contracts/core';
import { rows, shareLinks, sharePages, tables, views } from '@space/contracts/tables';
import { callAs, newSpaceCaller, type TestPorts } from '@space/runtime/testing';

/** How a visitor asks for a page. */
interface Asked {
  readonly query?: Record<string, string>;
  readonly cookie?: string;
  readonly visitor?: string;
}

/** A visitor of the second origin, as the gateway speaks for them. */
function visitorOf(ports: TestPorts) {
  const call = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const common = (token: string, { query = {}, cookie, visitor = '192.0.2.1' }: Asked) => ({
    token,
    path: `/t/${token}`,
    query,
    cookie: cookie ?? null,
    visitor,
  });
  return {
    open: (token: string, asked: Asked = {}): Promise<PageAnswer> => call(sharePages, 'open', common(token, asked)),
    unlock: (token: string, password: string, asked: Asked = {}): Promise<PageAnswer> =>
      call(sharePages, 'unlock', { ...common(token, asked), form: { password } }),
  };
}

/** A table in a Space of its own whose views are shared. */
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
