import { type ReactElement, useId, useRef, useState } from 'react';
import { useSpace } from '../../../shell/session.tsx';
import { entryText } from '../cells/cell-text.ts';
import { CellValue } from '../cells/cell-value.tsx';
import { ChoicePanel, hasPanel } from '../cells/choice-panel.tsx';
import { isWritableColumn } from '../cells/writable-column.ts';
import type { Column, Row } from '../table/table.ts';

/** Props of a cell as a field. */
export interface RowFieldProps {
  readonly column: Column;
  readonly row: Row;
  readonly isWritable: boolean;
  readonly fault: string | undefined;
  /** Stores a value, and resolves with false if it was refused. */
  readonly onSave: (value: unknown) => Promise<boolean>;
}

/** Renders a cell with its label: in the form in which its type is entered, or as it is read. */
export function RowField(props: RowFieldProps): ReactElement {
  const { column, row, isWritable, fault } = props;
  const id = useId();
  const value = row.data[column.key];
  const error = row._errors?.[column.key];
  const isEntered = isWritable && isWritableColumn(column);
  return (
    <div className="field">
      {isEntered && column.type !== 'checkbox' ? (
        <label className="label" htmlFor={id}>
          {column.label}
        </label>
      ) : (
        <span className="label">{column.label}</span>
      )}
      {isEntered ? (
        <Entry {...props} id={id} />
      ) : (
        <p className="field-value">{error ? `⚠ ${error.message}` : <CellValue column={column} value={value} />}</p>
      )}
      {row._pending?.includes(column.key) && <p className="help">This cell is being computed.</p>}
      {fault && (
        <p id={`${id}-fault`} role="alert" className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}

function Entry(props: RowFieldProps & { readonly id: string }): ReactElement {
  const { id, column, row, onSave } = props;
  const value = row.data[column.key];
  if (hasPanel(column)) return <ChoiceEntry {...props} />;
  if (column.type !== 'checkbox') return <TextEntry {...props} />;
  return (
    <label className="tick">
      <input id={id} type="checkbox" checked={value === true} onChange={({ target }) => void onSave(target.checked)} />
      {value === true ? 'Yes' : 'No'}
    </label>
  );
}

function TextEntry({ id, column, row, fault, onSave }: RowFieldProps & { readonly id: string }): ReactElement {
  const stored = entryText(column, row.data[column.key]);
  const [text, setText] = useState<string>();
  /** The text that is on its way: Enter, and leaving the field after it, are one change. */
  const sent = useRef<string>(undefined);
  async function save(): Promise<void> {
    if (text === undefined || text === stored) return setText(undefined);
    if (sent.current === text) return;
    sent.current = text;
    const isSaved = await onSave(text === '' ? null : text);
    sent.current = undefined;
    if (isSaved) setText((now) => (now === text ? undefined : now));
  }
  const isLong = ['long_text', 'attachment'].includes(column.type);
  const shared = {
    id,
    className: 'input',
    value: text ?? stored,
    autoComplete: 'off',
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
    onBlur: () => void save(),
  } as const;
  return isLong ? (
    <textarea {...shared} rows={4} onChange={({ target }) => setText(target.value)} />
  ) : (
    <input
      {...shared}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) void save();
      }}
    />
  );
}

function ChoiceEntry({ id, column, row, onSave }: RowFieldProps & { readonly id: string }): ReactElement {
  const space = useSpace();
  const [isOpen, setOpen] = useState(false);
  const value = row.data[column.key];
  function finish(chosen: unknown): void {
    setOpen(false);
    if (chosen !== undefined) void onSave(chosen);
  }
  if (isOpen) return <ChoicePanel space_id={space.id} column={column} value={value} typed="" onDone={finish} />;
  return (
    <button id={id} type="button" className="select-trigger" onClick={() => setOpen(true)}>
      <span>
        <CellValue column={column} value={value} />
      </span>
    </button>
  );
}
