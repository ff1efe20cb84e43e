import type { ReactElement } from 'react';

/** The calls of one hour: those that were done, and those that were refused. */
export interface HourOfCalls {
  readonly hour_at: string;
  readonly done: number;
  readonly refused: number;
}

const WIDTH = 8;
const HEIGHT = 80;

/** Renders the calls by hour as bars, with a table of the same numbers. */
export function CallChart({ hours }: { readonly hours: readonly HourOfCalls[] }): ReactElement {
  const most = Math.max(1, ...hours.map(({ done, refused }) => done + refused));
  const heightOf = (calls: number) => (calls / most) * HEIGHT;
  return (
    <>
      <svg className="usage-chart" viewBox={`0 0 ${hours.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {hours.map(({ hour_at, done, refused }, index) => (
          <g key={hour_at}>
            <rect className="done" x={index * WIDTH + 1} width={WIDTH - 2} y={HEIGHT - heightOf(done)} height={heightOf(done)} />
            <rect
              className="refused"
              x={index * WIDTH + 1}
              width={WIDTH - 2}
              y={HEIGHT - heightOf(done + refused)}
              height={heightOf(refused)}
            />
          </g>
        ))}
      </svg>
      <p className="soft">The highest bar is {most.toLocaleString('en')} calls in an hour. Refused calls stand on top.</p>
      <details>
        <summary>The same as a table</summary>
        <div className="table-box">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Hour</th>
                <th scope="col" className="end">
                  Done
                </th>
                <th scope="col" className="end">
                  Refused
                </th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ hour_at, done, refused }) => (
                <tr key={hour_at}>
                  <td>
                    <time dateTime={hour_at}>
                      {new Date(hour_at).toLocaleString('en', { weekday: 'short', hour: '2-digit', minute: '2-digit' })}
                    </time>
                  </td>
                  <td className="end number">{done.toLocaleString('en')}</td>
                  <td className="end number">{refused.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
