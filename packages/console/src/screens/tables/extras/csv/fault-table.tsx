import type { ReactElement } from 'react';
import type { Fault } from './import-csv.ts';

/** Renders the faults of an import: the lines of the file, the column, and the reason. */
export function FaultTable({
  faults,
  labelOf,
}: {
  readonly faults: readonly Fault[];
  readonly labelOf: (key: string) => string;
}): ReactElement {
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Lines of the file</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={`${fault.column_key} ${fault.messages[0]}`}>
              <td data-label="Lines" className="number">
                {linesText(fault)}
              </td>
              <td data-label="Column">{fault.column_key === null ? '–' : labelOf(fault.column_key)}</td>
              <td data-label="Reason">{fault.messages.join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MAX_SHOWN_LINES = 8;

/** Returns the first lines of a fault and the number of the others. */
function linesText({ lines, count }: Pick<Fault, 'lines' | 'count'>): string {
  const shown = lines.slice(0, MAX_SHOWN_LINES);
  const more = count - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
