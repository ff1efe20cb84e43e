import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { Field } from '../../api/shape.ts';
import { IdText } from '../../parts/id-text.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { matchRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';

/** Props of a value: its field, and true in a list, where it is one line. */
export interface ValueProps {
  readonly field: Field;
  readonly value: unknown;
  readonly isShort?: boolean;
}

/** Renders a value by its kind. Values from outside are text only. */
export function Value({ field, value, isShort = false }: ValueProps): ReactElement {
  if (value === null || value === undefined || value === '') return <span className="soft">–</span>;
  if (field.kind === 'time' && typeof value === 'string') return <TimeAgo at={value} />;
  if (field.kind === 'choice' && (field.name === 'status' || field.name === 'state')) return <StateBadge state={String(value)} />;
  if (field.kind === 'id' && typeof value === 'string') return <Reference name={field.name} id={value} isShort={isShort} />;
  if (typeof value === 'boolean') return <span>{value ? 'Yes' : 'No'}</span>;
  if (typeof value === 'number') return <span className="number">{value.toLocaleString('en')}</span>;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return <Words words={value} isShort={isShort} />;
  if (typeof value === 'object') return isShort ? <span className="cut mono">{JSON.stringify(value)}</span> : <JsonTree value={value} />;
  return isShort ? <span className="cut">{String(value)}</span> : <span>{String(value)}</span>;
}

function Words({ words, isShort }: { readonly words: readonly string[]; readonly isShort: boolean }): ReactElement {
  if (words.length === 0) return <span className="soft">–</span>;
  return <span className={isShort ? 'cut' : undefined}>{words.join(', ')}</span>;
}

/** Renders an id, as a link if its name says which list has it. */
function Reference({ name, id, isShort }: { readonly name: string; readonly id: string; readonly isShort: boolean }): ReactElement {
  const space = useSpace();
  const path = `/${name.replace(/_id$/, '').replaceAll('_', '-')}s/${encodeURIComponent(id)}`;
  const isLinked = name !== 'id' && matchRead(path)?.answer === 'one';
  if (isLinked)
    return (
      <Link href={spacePath(space.id, path)} className="mono">
        {id}
      </Link>
    );
  return isShort ? <code className="cut">{id}</code> : <IdText id={id} />;
}
