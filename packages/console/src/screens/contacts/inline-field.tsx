import { type ReactElement, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ExistingLink } from '../acts/existing-link.tsx';
import { fieldLabels, type TextFieldName } from './contact.ts';

/** Props of a field that is edited where it stands; without `onSave` it only shows its text. */
export interface InlineFieldProps {
  readonly name: TextFieldName;
  readonly value: string | null;
  readonly onSave?: ((value: string | null) => Promise<unknown>) | undefined;
}

/** Renders one text of a contact with a button that edits it. Enter saves, Escape gives the text back. */
export function InlineField({ name, value, onSave }: InlineFieldProps): ReactElement {
  const label = fieldLabels[name];
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen && onSave) return <InlineForm name={name} value={value} onSave={onSave} onClose={() => setOpen(false)} />;
  return (
    <div className="inline-field">
      <span className="label">{label}</span>
      <span className="value">{value === null || value === '' ? <span className="soft">–</span> : value}</span>
      {onSave && (
        <Button ref={button} small look="plain" aria-label={`Edit ${label.toLowerCase()}`} onClick={() => setOpen(true)}>
          Edit
        </Button>
      )}
    </div>
  );
}

interface InlineFormProps extends Required<InlineFieldProps> {
  readonly onSave: (value: string | null) => Promise<unknown>;
  readonly onClose: () => void;
}

function InlineForm({ name, onClose, ...given }: InlineFormProps): ReactElement {
  const label = fieldLabels[name];
  // What the field was when it opened: a later change of someone else is a conflict, and does not replace what is typed.
  const [{ value, onSave }] = useState(given);
  const [text, setText] = useState(value ?? '');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isRequired = name === 'name' || name === 'email';
  const fault = error instanceof ApiError ? error.errors.find(({ path }) => path === name)?.message : undefined;
  async function save(): Promise<void> {
    const changed = text.trim() === '' && !isRequired ? null : text;
    if (changed === value || (isRequired && text.trim() === '')) return onClose();
    setBusy(true);
    setError(undefined);
    try {
      await onSave(changed);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  const shared = {
    className: 'input',
    'aria-label': label,
    'aria-invalid': fault ? (true as const) : undefined,
    autoFocus: true,
    value: text,
    maxLength: name === 'bio' ? 4_000 : 254,
  };
  return (
    <form
      className="inline-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <span className="label">{label}</span>
      <div className="field">
        {name === 'bio' ? (
          <textarea rows={4} {...shared} onChange={(event) => setText(event.target.value)} />
        ) : (
          <input type={name === 'email' ? 'email' : 'text'} {...shared} onChange={(event) => setText(event.target.value)} />
        )}
        {fault && <p className="fault">{fault}</p>}
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      <ExistingLink error={error} path="/contacts" onFollow={onClose} />
      <div className="row">
        <Button type="submit" small look="primary" disabled={isBusy}>
          Save
        </Button>
        <Button small onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
