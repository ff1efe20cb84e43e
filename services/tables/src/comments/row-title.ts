import { cellText } from '../cells/cell-text.ts';
import { versionCell } from '../present/cell-changes.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';

/** The title of a row as text, or null when it has none; links in it by their ids. */
export const rowTitle = ({ title }: Schema, row: StoredRow): string | null => (title && cellText(title, versionCell(title, row))) || null;
