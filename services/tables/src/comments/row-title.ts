import { cellText } from '../cells/cell-text.ts';
import { versionCell } from '../present/cell-changes.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';

/** Returns the title of a row as text, or null. Links are given by id. */
export const rowTitle = ({ title }: Schema, row: StoredRow): string | null => (title && cellText(title, versionCell(title, row))) || null;
