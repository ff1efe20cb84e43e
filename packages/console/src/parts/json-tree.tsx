import type { ReactElement } from 'react';

/** Entries of an object or list that are rendered before it is cut. */
const MAX_ENTRIES = 200;

/** Renders a JSON value as a tree whose parts fold. Texts stay texts. */
export function JsonTree({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }): ReactElement {
  if (typeof value !== 'object' || value === null) return <span>{JSON.stringify(value) ?? 'undefined'}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span>{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <details className={depth === 0 ? 'tree' : undefined} open={depth < 2}>
      <summary>{Array.isArray(value) ? `${entries.length} entries` : `{ ${entries.length} }`}</summary>
      <ul>
        {entries.slice(0, MAX_ENTRIES).map(([name, entry]) => (
          <li key={name}>
            <span className="key">{name}: </span>
            <JsonTree value={entry} depth={depth + 1} />
          </li>
        ))}
        {entries.length > MAX_ENTRIES && <li>… {entries.length - MAX_ENTRIES} more</li>}
      </ul>
    </details>
  );
}
