import { containing, listQuery, type PageInput, sql, unnestRows } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { elementColumns } from '../storage/elements.queries.ts';
import type { ElementRow } from '../storage/stored-board.ts';

/** A rectangle in pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The filters of a list of elements. */
export interface ElementFilters extends PageInput {
  readonly type?: string | undefined;
  readonly frame_id?: string | undefined;
  readonly box?: Rectangle | undefined;
  readonly search?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly sort: string;
}

const when = <T>(value: T | undefined, condition: (value: T) => FragmentSqlToken): FragmentSqlToken =>
  value === undefined ? sql.fragment`` : condition(value);

const touches = ({ x, y, width, height }: Rectangle) => sql.fragment`
  and e.x <= ${x + width}::float8 and e.x + e.width >= ${x}::float8 and e.y <= ${y + height}::float8 and e.y + e.height >= ${y}::float8`;

/** The query of a list of the elements of a whiteboard: those that are given, or with null the stored ones. */
export function listElements(
  space: string,
  id: string,
  { sort, type, frame_id, box, search, ids, ...list }: ElementFilters,
  given: readonly ElementRow[] | null,
) {
  return listQuery(list, {
    from:
      given === null
        ? sql.fragment`library.whiteboard_element as e`
        : unnestRows(
            given.map((row) => ({ ...row })),
            elementColumns,
            'e',
          ),
    alias: 'e',
    where: sql.fragment`${given === null ? sql.fragment`e.space_id = ${space} and e.whiteboard_id = ${id}` : sql.fragment`true`}
      ${when(type, (one) => sql.fragment`and e.type = ${one}`)}
      ${when(frame_id, (frame) => (frame === 'none' ? sql.fragment`and e.frame_id is null` : sql.fragment`and e.frame_id = ${frame}`))}
      ${when(box, touches)}
      ${when(search || undefined, (text) => sql.fragment`and lower(e.text) like lower(${containing(text)})`)}
      ${when(ids, (some) => sql.fragment`and e.id = any(${sql.array([...some], 'text')})`)}`,
    item: sql.fragment`e.element`,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    sortBy: [
      { column: sql.fragment`(e.place collate "C")`, type: 'text' },
      { column: sql.fragment`e.id`, type: 'text' },
    ],
    order: sort,
  });
}
