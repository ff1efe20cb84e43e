import { MAX_ATTACHMENTS } from '@space/contracts/tables';
import type { Cell, Column } from '../schema/schema.ts';
import { isUrl } from './address-columns.ts';
import { type CellType, configOf, type ParsedCell, type Rejected, reject } from './cell-type.ts';
import { plainText, rejectUnstorable } from './plain-text.ts';

const MAX_NAME = 255;

const keys = ['url', 'name', 'size', 'mime_type', 'asset_id'] as const;

/**
 * A file on the web, or an asset of the Space. `name` defaults to the last part of its URL. The name, size and media type of an asset are those
 * that it had when it was written; its URL is found at each read.
 */
interface Attachment {
  readonly url: string | null;
  readonly name: string;
  readonly size: number | null;
  readonly mime_type: string | null;
  readonly asset_id?: string;
}

/** Files by URL or as assets. As text they are URLs and ids of assets with spaces or line ends between, or JSON with more properties. */
export const attachment: CellType = {
  value_type: 'list',
  parseJson: (column, value) => readFiles(column, Array.isArray(value) ? value : [value]),
  cast: (column, value) =>
    typeof value === 'string'
      ? attachment.parseText(column, value.trim(), { create_options: false })
      : readFiles(
          column,
          (Array.isArray(value) ? value : [value]).map((item) => (typeof item === 'string' ? fileOfText(item) : item)),
        ),
  parseText(column, text) {
    if (!/^[[{]/.test(text)) {
      const urls = text.split(/\s+/, MAX_ATTACHMENTS + 1).map((part) => (part.endsWith(',') ? part.slice(0, -1) : part));
      return readFiles(column, urls.filter(Boolean).map(fileOfText));
    }
    try {
      return attachment.parseJson(column, JSON.parse(text) as Cell);
    } catch {
      return expected;
    }
  },
  format: (_, cell) => plainText(cell),
  formatCsv: (_, cell) => (Array.isArray(cell) && cell.every(isAddressOnly) ? cell.map(({ url }) => url).join(' ') : JSON.stringify(cell)),
  toResponse: (_, cell, { assets }) =>
    Array.isArray(cell) ? cell.map((file) => (isAsset(file) ? { ...file, url: assets?.get(file.asset_id)?.url ?? null } : file)) : cell,
};

const ASSET_ID = /^ast_[0-9a-z]{1,60}$/;

const fileOfText = (text: string): Record<string, Cell> => (ASSET_ID.test(text) ? { asset_id: text } : { url: text });

/** True for a stored file that is an asset. */
export const isAsset = (file: Cell): file is { asset_id: string } =>
  typeof file === 'object' && file !== null && !Array.isArray(file) && typeof file.asset_id === 'string';

/** Returns the ids of the assets in a stored cell. */
export const assetIdsIn = (cell: Cell | undefined): string[] =>
  Array.isArray(cell) ? cell.flatMap((file) => (isAsset(file) ? file.asset_id : [])) : [];

const expected = reject('wrong_type', 'must be a list of files, each like {"url": "https://…", "name": "a.pdf"} or {"asset_id": "ast_…"}');

function readFiles(column: Column, items: readonly Cell[]): ParsedCell {
  const { max_files = MAX_ATTACHMENTS } = configOf<'attachment'>(column);
  if (items.length === 0) return { cell: null };
  if (items.length > max_files) return reject('too_many', `must have at most ${max_files} files`);
  const files: Attachment[] = [];
  for (const item of items) {
    const file = readFile(column, item);
    if ('error' in file) return file;
    files.push(file);
  }
  const asset_ids = files.flatMap(({ asset_id }) => asset_id ?? []);
  return { cell: files.map((file) => ({ ...file })), ...(asset_ids.length > 0 && { asset_ids }) };
}

function readFile(column: Column, item: Cell): Attachment | Rejected {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return expected;
  const unknown = Object.keys(item).find((key) => !keys.includes(key as (typeof keys)[number]));
  if (unknown !== undefined)
    return reject('wrong_type', `has a file with ${JSON.stringify(unknown.slice(0, 60))}; a file has ${keys.join(', ')}`);
  if (item.asset_id !== undefined) return readAsset(column, item);
  const { url, name = null, size = null, mime_type = null } = item;
  if (typeof url !== 'string' || !isUrl(url, ['http', 'https']))
    return reject('wrong_format', 'must have files whose url begins with https:// or http://');
  if (name !== null && (typeof name !== 'string' || name.length > MAX_NAME))
    return reject('wrong_type', `must have files whose name is text of at most ${MAX_NAME} characters`);
  if (size !== null && (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0))
    return reject('wrong_type', 'must have files whose size is a whole number of bytes');
  if (mime_type !== null && (typeof mime_type !== 'string' || !/^[\w.+-]{1,60}\/[\w.+*-]{1,60}$/.test(mime_type)))
    return reject('wrong_type', 'must have files whose mime_type is like application/pdf');
  return (
    rejectType(column, mime_type) ??
    rejectUnstorable(url + (name ?? '')) ?? { url, name: name || nameIn(url), size: size === 0 ? 0 : size, mime_type }
  );
}

/** Reads an asset. The writer replaces its further properties, unless the row had it: these are those of a stored cell. */
function readAsset(column: Column, { asset_id, name, size, mime_type }: Readonly<Record<string, Cell>>): Attachment | Rejected {
  if (typeof asset_id !== 'string' || !ASSET_ID.test(asset_id))
    return reject('wrong_format', 'must have files whose asset_id begins with ast_');
  const type = typeof mime_type === 'string' ? mime_type : null;
  const rejected = type === null ? undefined : rejectType(column, type);
  return rejected ?? { url: null, name: String(name ?? ''), size: typeof size === 'number' ? size : null, mime_type: type, asset_id };
}

/** Rejects a file of a media type that a column does not allow. */
export function rejectType(column: Column, mime_type: string | null): Rejected | undefined {
  const { mime_types } = configOf<'attachment'>(column);
  if (!mime_types || mime_types.length === 0 || mime_types.some((allowed) => isOfType(mime_type, allowed))) return undefined;
  return reject('wrong_file_type', `must have files whose mime_type is ${mime_types.join(' or ')}`);
}

/** Returns true if a media type equals this one or matches a pattern such as `image/*`. */
function isOfType(mime: string | null, allowed: string): boolean {
  if (mime === null) return false;
  return allowed.endsWith('/*')
    ? mime.toLowerCase().startsWith(allowed.slice(0, -1).toLowerCase())
    : mime.toLowerCase() === allowed.toLowerCase();
}

/** Returns the last part of the path of a URL, or its host. */
function nameIn(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').findLast(Boolean);
  if (last === undefined) return host;
  try {
    const decoded = decodeURIComponent(last);
    return decoded.includes('\u0000') ? last.slice(0, MAX_NAME) : decoded.slice(0, MAX_NAME).toWellFormed();
  } catch {
    return last.slice(0, MAX_NAME);
  }
}

const isAddressOnly = (file: Cell): file is { url: string } =>
  !isAsset(file) &&
  typeof file === 'object' &&
  file !== null &&
  !Array.isArray(file) &&
  typeof file.url === 'string' &&
  isUrl(file.url, ['http', 'https']) &&
  !file.url.endsWith(',') &&
  file.size === null &&
  file.mime_type === null &&
  file.name === nameIn(file.url);
