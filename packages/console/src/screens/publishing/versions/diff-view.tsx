import { type ReactElement, useMemo } from 'react';
import { DiffLines } from './diff-lines.tsx';
import { lineDiff, nearChanges } from './line-diff.ts';

/** Props of a comparison of two texts. */
export interface DiffViewProps {
  readonly label: string;
  readonly old: string;
  readonly next: string;
}

/** Renders the lines that differ between two texts. */
export function DiffView({ label, old, next }: DiffViewProps): ReactElement {
  const lines = useMemo(() => nearChanges(lineDiff(old, next)), [old, next]);
  if (lines.every(({ kind }) => kind === 'same' || kind === 'gap')) return <p className="soft">The texts are the same.</p>;
  return <DiffLines label={label} lines={lines} />;
}
