import { type ReactElement, useMemo } from 'react';
import { lineDiff, nearChanges, type ShownLine } from './line-diff.ts';

/** Props of a comparison of two texts. */
export interface DiffViewProps {
  readonly label: string;
  readonly old: string;
  readonly next: string;
}

const marks = { same: ['', ''], added: ['+', 'Added: '], removed: ['−', 'Removed: '] } as const;

/** Renders the lines that differ between two texts, with a mark, a colour and a word for readers. */
export function DiffView({ label, old, next }: DiffViewProps): ReactElement {
  const lines = useMemo(() => nearChanges(lineDiff(old, next)).map((line, at) => ({ line, at })), [old, next]);
  if (lines.every(({ line: { kind } }) => kind === 'same' || kind === 'gap')) return <p className="soft">The texts are the same.</p>;
  return (
    <ol className="diff" aria-label={label}>
      {lines.map(({ line, at }) => (
        <Line key={at} line={line} />
      ))}
    </ol>
  );
}

function Line({ line }: { readonly line: ShownLine }): ReactElement {
  if (line.kind === 'gap')
    return (
      <li className="gap">
        <span aria-hidden="true">⋯</span>
        <span>{line.lines === 1 ? '1 equal line' : `${line.lines} equal lines`}</span>
      </li>
    );
  const [mark, word] = marks[line.kind];
  return (
    <li className={line.kind}>
      <span aria-hidden="true">{mark}</span>
      <span>
        {word !== '' && <span className="hidden-text">{word}</span>}
        {line.text}
      </span>
    </li>
  );
}
