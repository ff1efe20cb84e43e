import { MAX_SHARED_LIST_ENTRIES, MAX_SHOWN_ITEMS } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';
import { cellText } from '../cells/cell-text.ts';
import { isInverse } from '../query/linked-row-tables.queries.ts';
import type { Cell, Column } from '../schema/schema.ts';
import type { SharedRow } from './shared-rows.ts';

/** Returns the cell of a row as plain text. */
export const cellPlainText = (row: SharedRow, column: Column): string => textOf(column, row.data[column.key], row.more.get(column.key));

/** Formats a value of a column. Of a long list it gives the first items and the number of the others, with `more` that the value lacks. */
export function textOf(column: Column, value: Cell | undefined, more = 0): string {
  if (value === null || value === undefined) return '';
  if (column.value_type === 'boolean') return value === true ? 'Yes' : 'No';
  if (!isLongList(value, more)) return cellText(column, value);
  return `${cellText(column, value.slice(0, MAX_SHOWN_ITEMS))} ${moreText(column, value, more)}`;
}

const isLongList = (value: Cell, more: number): value is Cell[] => Array.isArray(value) && (more > 0 || value.length > MAX_SHOWN_ITEMS);

/** Returns the number of items that are not shown. Of a longer inverse cell only the first links are read, so there may be more. */
const moreText = (column: Column, { length }: readonly Cell[], more: number): string =>
  `and ${isInverse(column) && length + more > MAX_SHARED_LIST_ENTRIES ? 'at least ' : ''}${Math.max(0, length - MAX_SHOWN_ITEMS) + more} more`;

/** Says that the cells of a pending column may be out of date. */
export const pendingMark = ({ status }: Pick<Column, 'status'>): Part => status === 'pending' && html` <span class="soft">updating</span>`;

/** Renders the cell of a row. Web addresses become links, and all else is text. A cell of a pending column says so. */
export function cellHtml(row: SharedRow, column: Column): Part {
  const mark = pendingMark(column);
  return mark ? html`${valueHtml(row, column)}${mark}` : valueHtml(row, column);
}

function valueHtml(row: SharedRow, column: Column): Part {
  const value = row.data[column.key];
  const more = row.more.get(column.key) ?? 0;
  if (value === null || value === undefined) return '';
  switch (column.type) {
    case 'url':
      return typeof value === 'string' ? linkTo(value, value.replace(/^https?:\/\//, '')) : textOf(column, value);
    case 'attachment':
      return Array.isArray(value)
        ? html`<ul class="plain">${value.slice(0, MAX_SHOWN_ITEMS).map((file) => html`<li>${fileLink(file)}</li>`)}${isLongList(value, more) && html`<li>${moreText(column, value, more)}</li>`}</ul>`
        : textOf(column, value);
    case 'select':
      return chip(column, value);
    case 'multi_select':
      return Array.isArray(value)
        ? html`${value.slice(0, MAX_SHOWN_ITEMS).map((one) => html`${chip(column, one)} `)}${isLongList(value, more) && moreText(column, value, more)}`
        : textOf(column, value);
    case 'checkbox':
      return value === true
        ? html`<span class="tick" aria-hidden="true">✓</span><span class="hidden">Yes</span>`
        : html`<span class="hidden">No</span>`;
    default:
      return textOf(column, value, more);
  }
}

/** Renders a choice with a dot of its colour. */
function chip(column: Column, id: Cell): Html {
  const option = column.options.find((one) => one.id === id);
  return html`<span class="chip">${dot(option?.color)}${option?.name ?? textOf(column, id)}</span>`;
}

/** Renders a dot of a valid colour as SVG, since the policy forbids inline styles. */
export const dot = (color: string | null | undefined): Part =>
  color && /^(#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,20})$/i.test(color)
    ? html`<svg class="dot" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${color}"/></svg>`
    : '';

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
  if (typeof file !== 'object' || file === null || Array.isArray(file) || typeof file.url !== 'string') return '';
  return linkTo(file.url, typeof file.name === 'string' && file.name !== '' ? file.name : file.url);
}

const linkTo = (address: string, text: string): Part =>
  isAddress(address, ['https:', 'http:', 'mailto:']) ? html`<a href="${address}" rel="noopener noreferrer nofollow ugc">${text}</a>` : text;

const isAddress = (text: string, protocols: readonly string[]): boolean => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol);
};
