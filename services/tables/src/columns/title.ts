import type { Column } from '../schema/schema.ts';

const TITLES: ReadonlySet<string> = new Set(['text', 'long_text', 'email']);

/** Whether the cells of a column can stand for their rows when nobody says which column does. */
export const canBeTitle = ({ type }: Pick<Column, 'type'>): boolean => TITLES.has(type);
