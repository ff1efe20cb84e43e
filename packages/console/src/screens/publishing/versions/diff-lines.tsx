import '../publishing.css';
import type { ReactElement } from 'react';
import type { ShownLine } from './line-diff.ts';

const marks = { same: ['', ''], added: ['+', 'Added: '], removed: ['−', 'Removed: '] } as const;

/** Renders the lines of a comparison, with a mark, a colour and a word for readers. */
export const DiffLines = ({ label, lines }: { readonly label: string; readonly lines: readonly ShownLine[] }): ReactElement => (
  <ol className="diff" aria-label={label}>
    {lines
      .map((line, at) => ({ line, at }))
      .map(({ line, at }) => (
        <Line key={at} line={line} />
      ))}
  </ol>
);

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
