import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import './code-editor.css';
import type { EditorOptions, MountedEditor } from './mount-editor.ts';

/** Lets a screen move the cursor of its editor. */
export interface CodeEditorHandle {
  /** Takes the focus to a line and column, both counted from 1. */
  readonly goTo: (line: number, column: number) => void;
}

/** Props of an editor of HTML. */
export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSave?: () => void;
  readonly isReadOnly?: boolean;
  readonly fault?: string | undefined;
  readonly ref?: Ref<CodeEditorHandle>;
}

const KEYS = 'Tab indents. Escape leaves the editor; then Tab goes on. Ctrl or ⌘ with S saves, with F searches.';

/** Renders an editor of HTML. Its script is loaded when it is shown; until then, and where that fails, it is a plain field. */
export function CodeEditor({ label, value, onChange, onSave, isReadOnly = false, fault, ref }: CodeEditorProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const help = useRef<HTMLParagraphElement>(null);
  const editor = useRef<MountedEditor>(undefined);
  const [hasFailed, setFailed] = useState(false);
  const current = useRef({ value, onChange, onSave });
  current.current = { value, onChange, onSave };
  /** The text of the editor, as it reported it or was given it. */
  const shown = useRef(value);
  useImperativeHandle(ref, () => ({ goTo: (line, column) => editor.current?.goTo(line, column) }), []);
  useEffect(() => {
    let isGone = false;
    async function load(): Promise<void> {
      try {
        const { mountEditor } = await import('./mount-editor.ts');
        if (isGone || !host.current) return;
        shown.current = current.current.value;
        const options: EditorOptions = {
          text: shown.current,
          label,
          help: KEYS,
          isReadOnly,
          onChange(text) {
            shown.current = text;
            current.current.onChange(text);
          },
          onSave: () => current.current.onSave?.(),
          onLeave: () => help.current?.focus(),
        };
        editor.current = mountEditor(host.current, options);
      } catch {
        setFailed(true);
      }
    }
    void load();
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [label, isReadOnly]);
  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.current?.setText(value);
  }, [value]);
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {hasFailed ? (
        <textarea
          aria-label={label}
          className="code-editor"
          value={value}
          readOnly={isReadOnly}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <div ref={host} className="code-editor" />
      )}
      <p ref={help} tabIndex={-1} className="help code-help">
        {KEYS}
      </p>
      {fault && <p className="fault">{fault}</p>}
    </div>
  );
}
