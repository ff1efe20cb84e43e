import { type ChangeEvent, type ReactElement, useId, useRef } from 'react';
import { type FieldProps, useForm } from './form-context.tsx';
import { MergeTagMenu } from './merge-tag-menu.tsx';

/** Characters from which a text has more than one line. */
const LONG_TEXT = 500;

/** The kind of input of a text. */
export type TextLook = 'line' | 'long' | 'code' | 'date' | 'time' | 'number';

/** Returns how the text of a field is entered: by its name and its schema. Merge tags need a plain text. */
export function textLook({ schema, path, draft }: Pick<FieldProps, 'schema' | 'path' | 'draft'>, hasTags: boolean): TextLook {
  const name = path.split('.').at(-1) ?? '';
  const { format, maxLength = LONG_TEXT, type } = schema;
  if (type === 'number' || type === 'integer') return 'number';
  if (hasTags) return maxLength > LONG_TEXT && format === undefined ? 'long' : 'line';
  if (format === 'date' || name.endsWith('_date')) return 'date';
  const isTime = format === 'date-time' || /_at$|^since$|^until$/.test(name);
  if (isTime && (typeof draft !== 'string' || draft === '' || !Number.isNaN(Date.parse(draft)))) return 'time';
  return maxLength > LONG_TEXT && !/url|email|_id$|^id$/.test(name) ? 'long' : 'line';
}

/** Props of the input of a text. */
export interface TextInputProps extends Omit<FieldProps, 'draft' | 'onChange'> {
  readonly look: TextLook;
  readonly text: string;
  readonly help?: string | undefined;
  readonly onText: (text: string) => void;
}

/** Renders a labelled input of a text: one line, several lines, JSON, a day or a time. */
export function TextInput({
  schema,
  path,
  label,
  isRequired,
  look,
  text,
  help = schema.description,
  onText,
}: TextInputProps): ReactElement {
  const id = useId();
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { faults } = useForm();
  const fault = faults[path];
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const shared = {
    id,
    ref: element,
    className: look === 'code' ? 'input mono' : 'input',
    autoComplete: 'off',
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-required': isRequired || undefined,
    'aria-describedby': described === '' ? undefined : described,
    ...(look !== 'code' && schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onText(look === 'time' ? instantOf(event.target.value) : event.target.value),
  };
  function insert(tag: string): void {
    const at = element.current?.selectionStart ?? text.length;
    onText(`${text.slice(0, at)}${tag}${text.slice(at)}`);
  }
  return (
    <div className="field">
      <div className="field-head">
        <label className="label" htmlFor={id}>
          {label}
          {isRequired && <span className="soft"> (required)</span>}
        </label>
        {look !== 'date' && look !== 'time' && <MergeTagMenu label={label} onPick={insert} />}
      </div>
      {look === 'long' || look === 'code' ? (
        <textarea {...shared} rows={look === 'code' ? 5 : 3} spellCheck={look === 'long'} value={text} />
      ) : (
        <input
          {...shared}
          type={inputType(look)}
          {...(look === 'number' && { inputMode: 'decimal' })}
          value={look === 'time' ? localOf(text) : text}
        />
      )}
      {help && (
        <p id={`${id}-help`} className="help">
          {help}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}

const inputType = (look: TextLook): string => {
  if (look === 'time') return 'datetime-local';
  return look === 'date' ? 'date' : 'text';
};

/** Returns the instant of a local time of the browser; an empty text for none. */
function instantOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** Returns the local time of an instant as the input shows it, to the minute. */
function localOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
