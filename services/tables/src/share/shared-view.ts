import type { CallContext } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { Sort } from '@space/contracts/tables';
import type { Html, PageContext } from '@space/web';
import type { FragmentSqlToken } from 'slonik';
import type { RowReadPorts } from '../present/related-data.ts';
import { survivorByContact, withContactsOfFilters } from '../query/merged-contacts.ts';
import { createQueryContext, forkQueryContext, type QueryContext } from '../query/query-context.ts';
import { pageEnd } from '../query/read-rows.queries.ts';
import { buildRowQuery, type RowQuery, type RowSelection } from '../query/row-query-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { toViewConfigResponse, type ViewConfig } from '../views/stored-config.ts';
import { type ViewRows, viewRowsOf } from '../views/view-rows.ts';
import { type ChoiceClasses, createChoiceClasses } from './choice-classes.ts';
import { withInheritedFormats } from './inherited-formats.ts';
import { createPageRoom, renderThatFit } from './page-room.ts';
import { limitSearch } from './search-limit.ts';
import type { OpenLink } from './share-links.queries.ts';
import { type SharedRow, toSharedRows } from './shared-rows.ts';
import { shownCellsOf } from './shown-cells-sql.ts';
import { readShownRows, readShownRowsByIds } from './shown-rows.queries.ts';
import { type ViewRequest, viewRequest } from './view-request.ts';
import { createWidthClasses, type WidthClasses } from './width-classes.ts';

/** A view as a visitor sees it, with the context to read it. */
export interface SharedView {
  /** The look and the language of the page. */
  readonly page: PageContext;
  readonly link: OpenLink;
  readonly schema: Schema;
  readonly context: QueryContext;
  /** Settings with column keys. */
  readonly config: ViewConfig;
  readonly shows: ViewRows;
  /** Path of the page without a query string. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The search and the order that the address asks for. */
  readonly request: ViewRequest;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly call: CallContext;
  readonly ports: RowReadPorts;
  /** Returns the survivors of merged contacts, which a page reads once for all its aggregates. */
  readonly survivors: () => Promise<string | undefined>;
  /** The colours of the choices that the page has rendered. */
  readonly choices: ChoiceClasses;
  /** The widths of the columns that the page has rendered. */
  readonly widths: WidthClasses;
}

/** Context of a page in addition to its view. */
export type PageVisit = Pick<SharedView, 'page' | 'link' | 'path' | 'query' | 'now' | 'call' | 'ports'>;

/** Applies the view to the current columns. */
export async function sharedView(visit: PageVisit, stored: Schema): Promise<SharedView> {
  const schema = await withInheritedFormats(visit.ports.schemas, stored);
  const plain = await createQueryContext(visit.ports.database, schema, visit.now);
  const config = toViewConfigResponse(schema, visit.link.view_config);
  const shows = viewRowsOf(plain, config);
  const lookup = { bus: visit.ports.bus, call: visit.call };
  const context = await withContactsOfFilters(plain, lookup, shows.filters);
  const request = viewRequest({ ...visit, context, shows });
  let read: Promise<string | undefined> | undefined;
  const survivors = () => (read ??= survivorByContact(lookup));
  return { ...visit, schema, context, config, shows, request, survivors, choices: createChoiceClasses(), widths: createWidthClasses() };
}

/** Builds the query of the rows of a view in its order, or in another order first. */
export const buildViewQuery = ({ context, shows }: SharedView, before: Sort = [], also?: FragmentSqlToken): RowQuery =>
  buildRowQuery(forkQueryContext(context), {
    filters: shows.filters,
    sort: [...before, ...shows.sort],
    ...(also ? { also } : {}),
  } satisfies RowSelection);

/** Returns a query that requests no index: visitors who choose its order or search must not cause work for writers. */
export const withoutIndexUses = (query: RowQuery): RowQuery => ({ ...query, context: forkQueryContext(query.context) });

/** A page of rows as visitors see them. */
export interface SharedPage {
  readonly rows: readonly SharedRow[];
  readonly next: string | null;
}

/** Reads a page of a row query. An invalid cursor starts at the first page. */
export async function readViewPage(view: SharedView, rowQuery: RowQuery, limit: number, columns: readonly Column[]): Promise<SharedPage> {
  const { after } = view.query;
  const shown = shownCellsOf(view.context, columns);
  const read = (cursor?: string) =>
    limitSearch(view, (database) => readShownRows(database, rowQuery, cursor === undefined ? { limit } : { limit, cursor }, shown));
  const page = await read(after).catch((error: unknown) => {
    if (after !== undefined && error instanceof Problem && error.code === 'invalid') return read();
    throw error;
  });
  return {
    rows: await toSharedRows(view, page.rows, columns),
    next: pageEnd(page.has_more ? page.rows.at(-1)!.key : null).next_cursor,
  };
}

/** Reads the rows of these ids, in their order; fewer when they are too large for one page. */
export async function readRowsById(view: SharedView, ids: readonly string[], columns: readonly Column[]): Promise<readonly SharedRow[]> {
  const found = await readShownRowsByIds(view.ports.database, view.schema, ids, shownCellsOf(view.context, columns));
  return toSharedRows(view, found, columns);
}

/** Renders the rows of a page that fit in its room. The next page starts after them. */
export function renderPageRows(
  { rows, next }: SharedPage,
  render: (row: SharedRow) => Html,
): SharedPage & { readonly parts: readonly Html[] } {
  const parts = renderThatFit(createPageRoom(), rows, render);
  if (parts.length === rows.length) return { rows, parts, next };
  const shown = rows.slice(0, parts.length);
  return { rows: shown, parts, next: pageEnd(shown.at(-1)!.key).next_cursor };
}

/** Returns the columns that a page reads: the visible ones and those of its settings, without duplicates. */
export const columnsFor = ({ shows, schema }: SharedView, ...keys: readonly (string | undefined)[]): Column[] => [
  ...new Set([...shows.columns, ...keys.flatMap((key) => (key !== undefined && schema.byKey.get(key)) || [])]),
];

/** Returns the column of a setting, if it exists. */
export function columnOf({ config, schema }: SharedView, setting: string): Column | undefined {
  const key = config[setting];
  return typeof key === 'string' ? schema.byKey.get(key) : undefined;
}

/** Returns the column that names a row on the page: the title if it is visible, or else the first visible column. */
export const headingColumn = ({ schema, shows }: SharedView): Column | undefined =>
  schema.title && shows.columns.includes(schema.title) ? schema.title : shows.columns[0];
