import type { CallContext } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { Row, Sort } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import type { RowReadPorts } from '../present/related-data.ts';
import { toRowResponses } from '../present/row-responses.ts';
import { createQueryContext, forkQueryContext, type QueryContext } from '../query/query-context.ts';
import { readRowsWithCursor } from '../query/read-rows.queries.ts';
import { buildRowQuery, type RowQuery, type RowSelection } from '../query/row-query-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { toConfigResponse, type ViewConfig } from '../views/stored-config.ts';
import { type ViewRows, viewRowsOf } from '../views/view-rows.ts';
import type { OpenLink } from './share-links.queries.ts';

/** A view that a visitor looks at: what it shows and how to read it. */
export interface SharedView {
  readonly link: OpenLink;
  readonly schema: Schema;
  readonly context: QueryContext;
  /** With keys of columns. */
  readonly config: ViewConfig;
  readonly shows: ViewRows;
  /** The address of the page, without a query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly asking: CallContext;
  readonly showing: RowReadPorts;
}

/** What a page of a view needs beside the view itself. */
export type PageVisit = Pick<SharedView, 'link' | 'path' | 'query' | 'now' | 'asking' | 'showing'>;

/** A view as it is with the columns of now. */
export async function sharedView(visit: PageVisit, schema: Schema): Promise<SharedView> {
  const context = await createQueryContext(visit.showing.database, schema, visit.now);
  const config = toConfigResponse(schema, visit.link.view_config);
  return { ...visit, schema, context, config, shows: viewRowsOf(context, config) };
}

/** The rows of a view in its order, or behind another one. */
export const buildViewQuery = ({ context, shows }: SharedView, before: Sort = [], also?: FragmentSqlToken): RowQuery =>
  buildRowQuery(forkQueryContext(context), {
    filters: shows.filters,
    sort: [...before, ...shows.sort],
    ...(also ? { also } : {}),
  } satisfies RowSelection);

/** A page of rows as a visitor may see them. */
export interface SharedPage {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Reads a page of chosen rows; a cursor that fits no more begins anew. */
export async function readViewPage(view: SharedView, chosen: RowQuery, limit: number, columns: readonly Column[]): Promise<SharedPage> {
  const { database } = view.showing;
  const { after } = view.query;
  const page = await readRowsWithCursor(database, chosen, { limit, cursor: after }).catch((error: unknown) => {
    if (after !== undefined && error instanceof Problem && error.code === 'invalid') return readRowsWithCursor(database, chosen, { limit });
    throw error;
  });
  return { rows: await toVisibleRows(view, page.rows, columns), next: page.next_cursor };
}

/** Rows as the wire shows them, with the cells of these columns only. */
export const toVisibleRows = (view: SharedView, rows: readonly StoredRow[], columns: readonly Column[]): Promise<Row[]> =>
  toRowResponses(view.showing, view.asking, view.schema, rows, { columns });

/** The columns a page reads: those it shows and those it is built on, each once. */
export const columnsFor = ({ shows, schema }: SharedView, ...keys: readonly (string | undefined)[]): Column[] => [
  ...new Set([...shows.columns, ...keys.flatMap((key) => (key !== undefined && schema.byKey.get(key)) || [])]),
];

/** The column that a setting of the view names, if it is there. */
export function columnOf({ config, schema }: SharedView, setting: string): Column | undefined {
  const key = config[setting];
  return typeof key === 'string' ? schema.byKey.get(key) : undefined;
}

/** The column whose cell names a row on the page: the title when the view shows it, or else the first that it shows. */
export const headingColumn = ({ schema, shows }: SharedView): Column | undefined =>
  schema.title && shows.columns.includes(schema.title) ? schema.title : shows.columns[0];
