import { Image } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Row } from '../table/table.ts';

/** Renders the picture of a row as a link to it. The console loads nothing of other hosts, so that they learn of no visit. */
export function Cover({ row, column_key }: { readonly row: Row; readonly column_key: string }): ReactElement | null {
  const picture = pictureOf(row.data[column_key]);
  if (!picture) return null;
  return (
    <a className="cover" href={picture.url} target="_blank" rel="noreferrer">
      <Image size={18} aria-hidden="true" />
      <span className="cut">{picture.name}</span>
      <span className="hidden-text"> (opens another site)</span>
    </a>
  );
}

/** Returns the first address of a cell with its name, if a browser may open it. */
function pictureOf(cell: unknown): { readonly url: string; readonly name: string } | undefined {
  const first = Array.isArray(cell) ? (cell[0] as { readonly url?: unknown; readonly name?: unknown } | undefined) : { url: cell };
  const url = typeof first?.url === 'string' ? URL.parse(first.url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const name = typeof first?.name === 'string' && first.name !== '' ? first.name : url.host;
  return { url: url.href, name };
}
