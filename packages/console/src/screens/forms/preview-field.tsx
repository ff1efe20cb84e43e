import { stepRange } from '@space/contracts/form-rules';
import { type ReactElement, useId } from 'react';
import type { FormField } from './form.ts';

/** Props of a field in the preview: its answer so far, and if one is required. */
export interface PreviewFieldProps {
  readonly field: FormField;
  readonly answer: unknown;
  readonly isRequired: boolean;
  readonly onAnswer: (answer: unknown) => void;
}

const inputTypes: Readonly<Partial<Record<FormField['type'], string>>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
};

const parts: Readonly<Partial<Record<FormField['type'], readonly string[]>>> = {
  date_range: ['From', 'To'],
  address: ['Address', 'Postal code', 'City', 'Region', 'Country'],
};

const numeric: ReadonlySet<FormField['type']> = new Set(['number', 'currency']);

/** Renders a field as visitors get it, with plain inputs. */
export function PreviewField(props: PreviewFieldProps): ReactElement | null {
  const { field } = props;
  const { type, label, help } = field;
  if (type === 'hidden') return null;
  if (type === 'heading' || type === 'page_break' || type === 'statement')
    return (
      <div>
        {type === 'statement' ? <p className="form-lines">{label}</p> : <p className="form-heading">{label}</p>}
        {help && <p className="soft">{help}</p>}
      </div>
    );
  if (type === 'checkbox' || type === 'consent') return <TickField {...props} />;
  if (field.options || parts[type] || ['yes_no', 'rating', 'scale', 'nps'].includes(type))
    return type === 'select' ? <OneInput {...props} /> : <GroupField {...props} />;
  return <OneInput {...props} />;
}

const Label = ({ field, isRequired }: Pick<PreviewFieldProps, 'field' | 'isRequired'>): ReactElement => (
  <>
    {field.label}
    {!isRequired && <span className="soft"> (optional)</span>}
  </>
);

function TickField({ field, answer, isRequired, onAnswer }: PreviewFieldProps): ReactElement {
  return (
    <div className="field">
      <label className="tick">
        <input type="checkbox" checked={answer === true} onChange={(event) => onAnswer(event.target.checked || undefined)} />
        <span>
          <Label field={field} isRequired={isRequired} />
        </span>
      </label>
      {field.help && <p className="help">{field.help}</p>}
    </div>
  );
}

function OneInput({ field, answer, isRequired, onAnswer }: PreviewFieldProps): ReactElement {
  const id = useId();
  const { type, help, placeholder, options, validation } = field;
  const value = String(answer ?? '');
  const set = (text: string) => onAnswer(text === '' ? undefined : numeric.has(type) && !Number.isNaN(Number(text)) ? Number(text) : text);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        <Label field={field} isRequired={isRequired} />
      </label>
      {help && <p className="help form-lines">{help}</p>}
      {type === 'select' ? (
        <select id={id} className="input" value={value} onChange={(event) => set(event.target.value)}>
          <option value="">{placeholder ?? 'Please choose'}</option>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : type === 'long_text' ? (
        <textarea
          id={id}
          className="input"
          rows={4}
          placeholder={placeholder}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      ) : type === 'file' ? (
        <input
          id={id}
          className="input"
          type="file"
          multiple={(validation?.max_selections ?? 1) > 1}
          onChange={(event) => onAnswer(event.target.files?.length ? ['file'] : undefined)}
        />
      ) : (
        <input
          id={id}
          className="input"
          type={inputTypes[type] ?? 'text'}
          inputMode={numeric.has(type) ? 'decimal' : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </div>
  );
}

function GroupField({ field, answer, isRequired, onAnswer }: PreviewFieldProps): ReactElement {
  return (
    <fieldset className="field">
      <legend className="label">
        <Label field={field} isRequired={isRequired} />
      </legend>
      {field.help && <p className="help form-lines">{field.help}</p>}
      <GroupInputs field={field} answer={answer} onAnswer={onAnswer} />
    </fieldset>
  );
}

function GroupInputs({ field, answer, onAnswer }: Omit<PreviewFieldProps, 'isRequired'>): ReactElement {
  const name = useId();
  const { type, options = [], rows = [], validation } = field;
  const radio = (value: unknown, label: string, group = name, isChecked = answer === value, set = () => onAnswer(value)) => (
    <label key={label} className="form-choice">
      <input type="radio" name={group} checked={isChecked} onChange={set} />
      <span>{label}</span>
    </label>
  );
  if (type === 'yes_no') return <div className="choices">{[radio(true, 'Yes'), radio(false, 'No')]}</div>;
  if (type === 'rating' || type === 'scale' || type === 'nps') {
    const { first, last } = stepRange(field);
    const steps = Array.from({ length: Math.max(0, Math.min(30, last - first + 1)) }, (_, index) => first + index);
    return (
      <>
        <div className="form-steps">{steps.map((step) => radio(step, type === 'rating' ? `${step} ★` : String(step)))}</div>
        {(validation?.min_label || validation?.max_label) && (
          <p className="help form-ends">
            <span>{validation.min_label}</span>
            <span>{validation.max_label}</span>
          </p>
        )}
      </>
    );
  }
  if (type === 'matrix') {
    const given = (typeof answer === 'object' ? answer : {}) as Readonly<Record<string, string>>;
    return (
      <>
        {rows.map((row) => (
          <fieldset key={row} className="field">
            <legend>{row}</legend>
            <div className="form-steps">
              {options.map(({ value, label }) =>
                radio(value, label, `${name}-${row}`, given?.[row] === value, () => onAnswer({ ...given, [row]: value })),
              )}
            </div>
          </fieldset>
        ))}
      </>
    );
  }
  if (type === 'multi_select') {
    const chosen = Array.isArray(answer) ? (answer as readonly string[]) : [];
    const toggle = (value: string) => {
      const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
      onAnswer(next.length > 0 ? next : undefined);
    };
    return (
      <>
        {options.map(({ value, label }) => (
          <label key={value} className="form-choice">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span>{label}</span>
          </label>
        ))}
      </>
    );
  }
  if (type === 'ranking')
    return (
      <ol className="form-ranking">
        {options.map(({ value, label }) => (
          <li key={value}>{label}</li>
        ))}
      </ol>
    );
  const inputs = parts[type];
  if (inputs)
    return (
      <div className="form-grid">
        {inputs.map((part) => (
          <label key={part} className="field">
            {part}
            <input
              className="input"
              autoComplete="off"
              type={type === 'date_range' ? 'date' : 'text'}
              onChange={(event) => onAnswer(event.target.value ? {} : undefined)}
            />
          </label>
        ))}
      </div>
    );
  return <>{options.map(({ value, label }) => radio(value, label))}</>;
}
