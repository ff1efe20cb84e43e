import type { CallContext } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { Row, Sort } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import type { Showing } from '../present/related-data.ts';
import { showRows } from '../present/row-responses.ts';
import { type Reading, readingOf } from '../query/query-context.queries.ts';
import { type Chosen, choose, readStored, type Which } from '../query/row-query-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { shownConfig, type ViewConfig } from '../views/stored-config.ts';
import { rowsOf, type ViewRows } from '../views/view-rows.ts';
import type { OpenLink } from './share-links.queries.ts';

/** A view that a visitor looks at: what it shows and how to read it. */
export interface SharedView {
  readonly link: OpenLink;
  readonly schema: Schema;
  readonly reading: Reading;
  /** With keys of columns. */
  readonly config: ViewConfig;
  readonly shows: ViewRows;
  /** The address of the page, without a query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly asking: CallContext;
  readonly showing: Showing;
}

/** What a page of a view needs beside the view itself. */
export type Visit = Pick<SharedView, 'link' | 'path' | 'query' | 'now' | 'asking' | 'showing'>;

/** A view as it is with the columns of now. */
export async function sharedView(visit: Visit, schema: Schema): Promise<SharedView> {
  const reading = await readingOf(visit.showing.database, schema, visit.now);
  const config = shownConfig(schema, visit.link.view_config);
  return { ...visit, schema, reading, config, shows: rowsOf(reading, config) };
}

/** The rows of a view in its order, or behind another one. */
export const chooseRows = ({ reading, shows }: SharedView, before: Sort = [], also?: FragmentSqlToken): Chosen =>
  choose(reading, { filters: shows.filters, sort: [...before, ...shows.sort], ...(also ? { also } : {}) } satisfies Which);

/** A page of rows as a visitor may see them. */
export interface SharedPage {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Reads a page of chosen rows; a cursor that fits no more begins anew. */
export async function readShared(view: SharedView, chosen: Chosen, limit: number, columns: readonly Column[]): Promise<SharedPage> {
  const { database } = view.showing;
  const { after } = view.query;
  const page = await readStored(database, chosen, { limit, cursor: after }).catch((error: unknown) => {
    if (after !== undefined && error instanceof Problem && error.code === 'invalid') return readStored(database, chosen, { limit });
    throw error;
  });
  return { rows: await showShared(view, page.rows, columns), next: page.next_cursor };
}

/** Rows as the wire shows them, with the cells of these columns only. */
export const showShared = (view: SharedView, rows: readonly StoredRow[], columns: readonly Column[]): Promise<Row[]> =>
  showRows(view.showing, view.asking, view.schema, rows, { columns });

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
