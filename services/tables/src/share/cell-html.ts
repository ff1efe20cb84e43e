import { MAX_SHARED_LIST_ENTRIES, MAX_SHOWN_ITEMS } from '@space/contracts/tables';
import { type Html, html, type PageContext, type PageLocale, type Part } from '@space/web';
import { configOf } from '../cells/cell-type.ts';
import { isInverse } from '../query/linked-row-tables.queries.ts';
import type { Cell, Column } from '../schema/schema.ts';
import type { ChoiceClasses } from './choice-classes.ts';
import type { SharedRow } from './shared-rows.ts';
import { shownText } from './shown-text.ts';

/** The page that cells are rendered for: its locale and the classes of its choices. */
export interface CellPage {
  readonly page: Pick<PageContext, 'locale'>;
  readonly choices: ChoiceClasses;
}

/** Returns the cell of a row as plain text. */
export const cellPlainText = ({ page }: Pick<CellPage, 'page'>, row: SharedRow, column: Column): string =>
  textOf(page.locale, column, row.data[column.key], row.more.get(column.key));

/** Formats a value of a column. Of a long list it gives the first items and the number of the others, with `more` that the value lacks. */
export function textOf(locale: PageLocale, column: Column, value: Cell | undefined, more = 0): string {
  if (value === null || value === undefined || !isLongList(value, more)) return shownText(locale, column, value);
  return `${shownText(locale, column, value.slice(0, MAX_SHOWN_ITEMS))} ${moreText(locale, column, value, more)}`;
}

const isLongList = (value: Cell, more: number): value is Cell[] => Array.isArray(value) && (more > 0 || value.length > MAX_SHOWN_ITEMS);

/** Returns the number of items that are not shown. Of a longer inverse cell only the first links are read, so there may be more. */
function moreText(locale: PageLocale, column: Column, { length }: readonly Cell[], more: number): string {
  const count = locale.number(Math.max(0, length - MAX_SHOWN_ITEMS) + more);
  const { share } = locale.labels;
  return isInverse(column) && length + more > MAX_SHARED_LIST_ENTRIES ? share.at_least(count) : share.more(count);
}

/** Says that the cells of a pending column may be out of date. */
export const pendingMark = ({ page }: Pick<CellPage, 'page'>, { status }: Pick<Column, 'status'>): Part =>
  status === 'pending' && html` <span class="soft">${page.locale.labels.share.updating}</span>`;

/** Renders the cell of a row. Web addresses become links, and choices have their colours. A cell of a pending column says so. */
export function cellHtml(view: CellPage, row: SharedRow, column: Column): Part {
  const mark = pendingMark(view, column);
  return mark ? html`${valueHtml(view, row, column)}${mark}` : valueHtml(view, row, column);
}

function valueHtml(view: CellPage, row: SharedRow, column: Column): Part {
  const { locale } = view.page;
  const value = row.data[column.key];
  const more = row.more.get(column.key) ?? 0;
  if (value === null || value === undefined) return '';
  switch (column.type) {
    case 'url':
      return typeof value === 'string' ? linkTo(value, value.replace(/^https?:\/\//, '')) : textOf(locale, column, value);
    case 'email':
      return typeof value === 'string' ? linkTo(`mailto:${value}`, value) : textOf(locale, column, value);
    case 'attachment':
      return Array.isArray(value)
        ? html`<ul class="plain">${value.slice(0, MAX_SHOWN_ITEMS).map((file) => html`<li>${fileLink(file)}</li>`)}${isLongList(value, more) && html`<li>${moreText(locale, column, value, more)}</li>`}</ul>`
        : textOf(locale, column, value);
    case 'select':
      return choiceChip(view, column, value);
    case 'multi_select':
      return Array.isArray(value)
        ? html`${value.slice(0, MAX_SHOWN_ITEMS).map((one) => html`${choiceChip(view, column, one)} `)}${isLongList(value, more) && moreText(locale, column, value, more)}`
        : textOf(locale, column, value);
    case 'rating':
      return typeof value === 'number' ? stars(locale, column, value) : textOf(locale, column, value);
    case 'checkbox':
      return value === true
        ? html`<span class="tick" aria-hidden="true">✓</span><span class="hidden">${locale.labels.yes}</span>`
        : html`<span class="hidden">${locale.labels.no}</span>`;
    default:
      return textOf(locale, column, value, more);
  }
}

/** Renders a choice with its colour. */
function choiceChip(view: CellPage, column: Column, id: Cell): Html {
  const option = column.options.find((one) => one.id === id);
  return chip(view, option?.name ?? textOf(view.page.locale, column, id), option?.color);
}

/** Renders a name on its colour. */
export const chip = ({ choices }: Pick<CellPage, 'choices'>, name: string, color: string | null | undefined): Html =>
  html`<span class="chip ${choices.of(color) ?? 'plain'}">${name}</span>`;

function stars(locale: PageLocale, column: Column, points: number): Html {
  const { max = 5 } = configOf<'rating'>(column);
  const full = Math.max(0, Math.min(max, Math.round(points)));
  return html`<span class="stars" aria-hidden="true">${'★'.repeat(full)}${'☆'.repeat(max - full)}</span><span class="hidden">${locale.labels.share.rating(locale.number(points), locale.number(max))}</span>`;
}

/** Returns the https address of the first picture in a cell, or undefined. */
export function pictureIn(row: SharedRow, column: Column): { readonly src: string; readonly name: string } | undefined {
  const value = row.data[column.key];
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === 'string' && isAddress(item, ['https:'])) return { src: item, name: '' };
    if (typeof item !== 'object' || item === null || Array.isArray(item) || typeof item.url !== 'string') continue;
    const isPicture = typeof item.mime_type === 'string' ? item.mime_type.startsWith('image/') : pictureName.test(item.url);
    if (isPicture && isAddress(item.url, ['https:'])) return { src: item.url, name: typeof item.name === 'string' ? item.name : '' };
  }
  return undefined;
}

/** File name extensions of pictures, for addresses without a media type. */
const pictureName = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i;

function fileLink(file: Cell): Part {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return '';
  // An asset that is not public has no address.
  if (typeof file.url !== 'string') return typeof file.name === 'string' ? file.name : '';
  return linkTo(file.url, typeof file.name === 'string' && file.name !== '' ? file.name : file.url);
}

const linkTo = (address: string, text: string): Part =>
  isAddress(address, ['https:', 'http:', 'mailto:']) ? html`<a href="${address}" rel="noopener noreferrer nofollow ugc">${text}</a>` : text;

const isAddress = (text: string, protocols: readonly string[]): boolean => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol);
};
