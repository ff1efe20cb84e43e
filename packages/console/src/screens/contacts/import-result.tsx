import type { ReactElement } from 'react';
import type { SpaceClient } from '../../api/space-client.ts';

/** Props of the result of an import or of its check. */
export interface ImportResultProps {
  readonly result: Pick<
    Awaited<ReturnType<SpaceClient['contacts']['import']>>,
    'created' | 'updated' | 'unchanged' | 'failed' | 'errors' | 'ignored_columns'
  >;
}

/** Renders what an import does, and each fault with its column and its lines. */
export const ImportResult = ({ result }: ImportResultProps): ReactElement => (
  <div role="status" className={`notice ${result.failed > 0 ? 'bad' : 'good'}`}>
    <p className="title">
      {result.created} new, {result.updated} changed, {result.unchanged} unchanged, {result.failed} wrong
    </p>
    {result.errors.length > 0 && (
      <ul>
        {result.errors.map(({ column_key, code, message, lines, count }) => (
          <li key={`${column_key} ${code} ${lines[0]}`}>
            Line {lines.join(', ')}
            {count > lines.length && ` and ${count - lines.length} more`}
            {column_key && (
              <>
                , <code>{column_key}</code>
              </>
            )}
            : {message}
          </li>
        ))}
      </ul>
    )}
    {result.ignored_columns.length > 0 && <p>Left out: {result.ignored_columns.join(', ')}</p>}
  </div>
);
