import type { ReactElement, ReactNode } from 'react';
import type { Column } from '../table/table.ts';
import { cellText, optionName } from './cell-text.ts';
import './cells.css';

/** Choices of one cell that are drawn. */
const MAX_CHIPS = 12;

/** Props of a cell. */
export interface CellValueProps {
  readonly column: Column;
  readonly value: unknown;
}

/** Renders the value of a cell: choices with their colour, ticks and links; everything else as text. */
export function CellValue({ column, value }: CellValueProps): ReactElement {
  return <>{contentOf(column, value)}</>;
}

/** Returns the content of a cell. Most are plain texts, which cost no part of their own. */
export function contentOf(column: Column, value: unknown): ReactNode {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return <Tick isTicked={value} />;
  if (column.options.length > 0) {
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
    return <Chips column={column} ids={ids} />;
  }
  const address = column.type === 'url' || column.type === 'email' ? addressOf(value) : undefined;
  if (address)
    return (
      <a href={address} tabIndex={-1} target="_blank" rel="noreferrer">
        {String(value)}
      </a>
    );
  return cellText(column, value);
}

const Tick = ({ isTicked }: { readonly isTicked: boolean }): ReactElement => (
  <>
    <span className="tick-mark" data-ticked={isTicked || undefined} aria-hidden="true">
      {isTicked ? '✓' : ''}
    </span>
    <span className="hidden-text">{isTicked ? 'yes' : 'no'}</span>
  </>
);

const Chips = ({ column, ids }: { readonly column: Column; readonly ids: readonly string[] }): ReactElement => (
  <>
    {ids.slice(0, MAX_CHIPS).map((id) => (
      <span key={id} className="chip">
        <ChipDot color={column.options.find((option) => option.id === id)?.color} />
        {optionName(column, id)}
      </span>
    ))}
  </>
);

/** Renders the colour of a choice as a dot; the name stands next to it in the colour of the text. */
const ChipDot = ({ color }: { readonly color: string | null | undefined }): ReactElement | null =>
  color ? <span className="chip-dot" aria-hidden="true" style={{ backgroundColor: color }} /> : null;

/** Returns the address that a text leads to, if a browser may follow it. */
function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^https?:\/\/|^mailto:/i.test(value)) return value;
  return /^[^\s@:/]+@[^\s@]+$/.test(value) ? `mailto:${value}` : undefined;
}
