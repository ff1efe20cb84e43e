import type { ReactElement } from 'react';
import { labelOfType } from '../extras/columns/column-kinds.ts';
import type { CsvTable } from '../extras/csv/csv-text.ts';
import type { GuessedColumn } from '../extras/csv/guess-columns.ts';

/** The types that a column of a file can be made. */
const types = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'checkbox',
  'date',
  'datetime',
  'select',
  'multi_select',
  'email',
  'phone',
  'url',
];

/** A column of a file, and whether it becomes one of the table. */
export interface FileColumn extends GuessedColumn {
  readonly isTaken: boolean;
}

/** Props of the columns of a file. */
export interface FileColumnsProps {
  readonly table: CsvTable;
  readonly columns: readonly FileColumn[];
  readonly onChange: (columns: readonly FileColumn[]) => void;
}

/** Renders the columns of a file with the type that each gets, and some of its cells. */
export function FileColumns({ table, columns, onChange }: FileColumnsProps): ReactElement {
  const change = (place: number, fields: Partial<FileColumn>) =>
    onChange(columns.map((column, index) => (index === place ? { ...column, ...fields } : column)));
  return (
    <fieldset className="field">
      <legend className="label">Columns</legend>
      <p className="help">
        {table.lines.length.toLocaleString('en')} {table.lines.length === 1 ? 'row' : 'rows'}. Each column has the type that all its cells
        fit.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="table-box preview" aria-label="Columns of the file" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">First cells</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, place) => (
              <tr key={column.key}>
                <td>
                  <label className="tick">
                    <input
                      type="checkbox"
                      checked={column.isTaken}
                      onChange={(event) => change(place, { isTaken: event.target.checked })}
                    />
                    <span>{column.label}</span>
                  </label>
                </td>
                <td>
                  <select
                    className="input"
                    aria-label={`Type of ${column.label}`}
                    value={column.type}
                    disabled={!column.isTaken}
                    onChange={(event) => change(place, retyped(event.target.value))}
                  >
                    {types.map((type) => (
                      <option key={type} value={type}>
                        {labelOfType(type)}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <span className="cut soft">{samples(table, place)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}

/** Settings and choices of the type that was guessed do not fit another one. Choices are made by the import. */
const retyped = (type: string): Partial<FileColumn> => ({ type, options: [], field_config: {} });

const SAMPLES = 3;

const samples = ({ lines }: CsvTable, place: number): string =>
  lines
    .flatMap(({ cells }) => cells[place]?.trim() || [])
    .slice(0, SAMPLES)
    .join(' · ');
