import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { asApiError } from '../../../../api/api-error.ts';
import { spaceClient } from '../../../../api/space-client.ts';
import { Button } from '../../../../parts/button.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import type { Table } from '../../table/table.ts';

/** Milliseconds that the text stands still before it is checked. */
const CHECK_AFTER_MS = 350;

/** Props of the formula of a column. */
export interface FormulaPartProps {
  readonly table: Table;
  /** The key of the column itself, which the formula cannot read. */
  readonly ownKey: string | undefined;
  readonly expression: string;
  readonly timezone: string | undefined;
  readonly onChange: (expression: string) => void;
  readonly fault: string | undefined;
}

/** Renders the formula with the columns that it can read, and what the service says about it: its values for some rows, or its error. */
export function FormulaPart({ table, ownKey, expression, timezone, onChange, fault }: FormulaPartProps): ReactElement {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { checked, error, result } = useCheck(table.id, expression, timezone);
  const said = error ?? (result ? undefined : fault);

  function insert(key: string): void {
    const { selectionStart = expression.length, selectionEnd = expression.length } = area.current ?? {};
    onChange(`${expression.slice(0, selectionStart)}{${key}}${expression.slice(selectionEnd)}`);
    area.current?.focus();
  }

  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Formula
      </label>
      <textarea
        ref={area}
        id={id}
        className="input mono"
        rows={3}
        spellCheck={false}
        required
        placeholder="ROUND({price} * {quantity}, 2)"
        aria-invalid={said ? true : undefined}
        aria-describedby={`${id}-result`}
        value={expression}
        onChange={(event) => onChange(event.target.value)}
      />
      <fieldset className="row">
        <legend className="hidden-text">Insert a column</legend>
        {table.columns
          .filter(({ key }) => key !== ownKey)
          .map(({ key, label }) => (
            <Button key={key} small onClick={() => insert(key)} title={`Insert {${key}}`}>
              {label}
            </Button>
          ))}
      </fieldset>
      <div id={`${id}-result`} role="status">
        {said && <p className="fault">{said}</p>}
        {!said && checked && result && <CheckedFormula {...result} />}
      </div>
    </div>
  );
}

interface Checked {
  readonly value_type: string;
  readonly preview: readonly { readonly row_id: string; readonly value: unknown; readonly error: string | null }[];
}

function CheckedFormula({ value_type, preview }: Checked): ReactElement {
  return (
    <p className="help">
      ✓ It comes to {value_type === 'text' ? 'a text' : `a value of the type ${value_type}`}.
      {preview.length > 0 &&
        ` First rows: ${preview.map(({ value, error }) => (error === null ? valueText(value) : `(${error})`)).join(' · ')}`}
    </p>
  );
}

function valueText(value: unknown): string {
  if (value === null) return 'empty';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function useCheck(table_id: string, expression: string, timezone: string | undefined) {
  const space = useSpace();
  const [stable, setStable] = useState(expression);
  useEffect(() => {
    const timer = setTimeout(() => setStable(expression), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [expression]);
  const { data, error } = useQuery({
    queryKey: ['space', space.id, 'columns', 'check_formula', table_id, stable, timezone],
    queryFn: ({ signal }) =>
      spaceClient(space.id).columns.check_formula({ table_id, expression: stable, ...(timezone && { timezone }) }, { signal }),
    enabled: stable.trim() !== '',
    retry: false,
  });
  // The answer to an older text says nothing about this one.
  const checked = stable === expression && stable.trim() !== '';
  const problem = checked && error ? asApiError(error) : undefined;
  const own = problem?.errors.find(({ path }) => path === 'expression');
  return {
    checked,
    error: problem && (own?.message ?? problem.message),
    result: checked && !error ? (data as Checked | undefined) : undefined,
  };
}
