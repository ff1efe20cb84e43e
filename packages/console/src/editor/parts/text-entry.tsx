import { type ReactElement, useEffect, useState } from 'react';

/** Props of an entry: its label, its saved text, and what saves another one. */
export interface TextEntryProps {
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
}

/** Renders a short text that is saved by Enter and when its field is left. */
export function TextEntry({ label, value, onSave }: TextEntryProps): ReactElement {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const save = (): void => {
    if (text.trim() !== value) onSave(text.trim());
  };
  return (
    <label className="doc-entry">
      <span>{label}</span>
      <input
        className="input"
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            save();
          }
        }}
      />
    </label>
  );
}
