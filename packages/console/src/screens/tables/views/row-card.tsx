import type { ReactElement, ReactNode, Ref } from 'react';
import { CellValue } from '../cells/cell-value.tsx';
import type { Column, Row } from '../table/table.ts';

/** The most cells that a card shows below its title. */
const MAX_CELLS = 5;

/** Props of the card of a row. */
export interface RowCardProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly onOpen: () => void;
  readonly titleRef?: Ref<HTMLButtonElement>;
  /** Stands next to the title, such as a menu. */
  readonly tools?: ReactNode;
}

/** Renders a row as a card: its title, which opens it, and its first filled cells. */
export function RowCard({ row, columns, onOpen, titleRef, tools }: RowCardProps): ReactElement {
  const filled = columns.filter(({ key }) => !isEmpty(row.data[key])).slice(0, MAX_CELLS);
  return (
    <>
      <div className="card-head">
        <button ref={titleRef} type="button" className="card-title" onClick={onOpen}>
          {row.title || 'Without a title'}
        </button>
        {tools}
      </div>
      {filled.length > 0 && (
        <dl className="card-cells">
          {filled.map((column) => (
            <div key={column.key}>
              <dt>{column.label}</dt>
              <dd>
                <CellValue column={column} value={row.data[column.key]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
