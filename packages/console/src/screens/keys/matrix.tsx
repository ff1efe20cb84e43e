import type { ReactElement } from 'react';
import { domainSentences } from './domain-sentences.ts';
import { actions, matrixRows, toggleScope } from './scope-matrix.ts';

/** Props of the matrix: the scopes of the member, the chosen ones and a function for new ones. */
export interface MatrixProps {
  readonly own: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (scopes: readonly string[]) => void;
}

/** Renders the scopes as a matrix of domains and actions. A scope that no key gets has no box. */
export function Matrix({ own, chosen, onChoose }: MatrixProps): ReactElement {
  return (
    <div className="table-box">
      <table className="table matrix">
        <caption className="hidden-text">Scopes of the key</caption>
        <thead>
          <tr>
            <th scope="col">Domain</th>
            {actions.map((action) => (
              <th key={action} scope="col" className={action === 'run' ? 'run' : undefined}>
                {action}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrixRows(own).map(({ domain, scopes }) => (
            <tr key={domain}>
              <th scope="row">
                {domain}
                <span className="about">{domainSentences[domain]}</span>
              </th>
              {actions.map((action) => {
                const scope = scopes[action];
                return (
                  <td key={action} className={action === 'run' ? 'run' : undefined}>
                    {scope ? (
                      <label>
                        <span className="hidden-text">{scope}</span>
                        <input type="checkbox" checked={chosen.includes(scope)} onChange={() => onChoose(toggleScope(chosen, scope))} />
                      </label>
                    ) : (
                      <span className="soft" title="No key gets this">
                        –
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
