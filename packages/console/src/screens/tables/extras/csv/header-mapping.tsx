import type { ReactElement } from 'react';
import type { Column } from '../../table/table.ts';
import type { CsvTable } from './csv-text.ts';

const SAMPLES = 3;

/** Props of the mapping of a file. */
export interface HeaderMappingProps {
  readonly file: CsvTable;
  readonly columns: readonly Column[];
  /** The key of the column by the place of the header; undefined is left out. */
  readonly keys: readonly (string | undefined)[];
  readonly onChange: (keys: readonly (string | undefined)[]) => void;
}

/** Renders each header of a file with the column into which its cells go. A column takes one header. */
export function HeaderMapping({ file, columns, keys, onChange }: HeaderMappingProps): ReactElement {
  const choose = (place: number, key: string | undefined) =>
    onChange(keys.map((one, index) => (index === place ? key : one === key ? undefined : one)));
  return (
    <fieldset className="field">
      <legend className="label">Columns</legend>
      <p className="help">
        {file.lines.length.toLocaleString('en')} {file.lines.length === 1 ? 'line' : 'lines'}. Each header goes into one column.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="table-box preview" aria-label="Columns of the file" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Header</th>
              <th scope="col">Column</th>
              <th scope="col">First cells</th>
            </tr>
          </thead>
          <tbody>
            {file.header.map((header, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headers of a file can be the same
              <tr key={place}>
                <td>{header || `Column ${place + 1}`}</td>
                <td>
                  <select
                    className="input"
                    aria-label={`Column for ${header || `column ${place + 1}`}`}
                    value={keys[place] ?? ''}
                    onChange={(event) => choose(place, event.target.value || undefined)}
                  >
                    <option value="">Not imported</option>
                    {columns.map(({ key, label }) => (
                      <option key={key} value={key}>
                        {label}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <span className="cut soft">{samplesOf(file, place)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}

const samplesOf = ({ lines }: CsvTable, place: number): string =>
  lines
    .flatMap(({ cells }) => cells[place]?.trim() || [])
    .slice(0, SAMPLES)
    .join(' · ');
