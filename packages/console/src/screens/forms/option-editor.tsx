import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { Button } from '../../parts/button.tsx';
import { uniqueKey } from './field-key.ts';
import type { FormField } from './form.ts';

type Option = NonNullable<FormField['options']>[number];

/** Props of the options of a field; `faults` has the paths below the field. */
export interface OptionEditorProps {
  readonly options: readonly Option[];
  readonly isQuiz: boolean;
  /** True if an option can stand for another text. */
  readonly canBeOther: boolean;
  readonly legend: string;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (options: Option[]) => void;
}

/** Renders the choices of a field: their texts, their order, and for a quiz their points. */
export function OptionEditor({ options, isQuiz, canBeOther, legend, faults, onChange }: OptionEditorProps): ReactElement {
  const change = (at: number, changes: Partial<Option>) =>
    onChange(options.map((option, index) => (index === at ? clean({ ...option, ...changes }) : option)));
  const move = (at: number, by: number) => onChange(options.toSpliced(at, 1).toSpliced(at + by, 0, options[at]!));
  const add = () => {
    const value = `Option ${options.length + 1}`;
    const free = options.some((one) => one.value === value)
      ? uniqueKey(
          value,
          options.map((one) => one.value),
        )
      : value;
    onChange([...options, { value: free, label: free }]);
  };
  return (
    <fieldset className="stack form-options">
      <legend className="label">{legend}</legend>
      {options.map((option, at) => (
        <OptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other name while its value is typed
          key={at}
          option={option}
          at={at}
          isLast={at === options.length - 1}
          isOnly={options.length === 1}
          isQuiz={isQuiz}
          canBeOther={canBeOther}
          fault={faults[`options.${at}.value`] ?? faults[`options.${at}.label`] ?? faults[`options.${at}`]}
          onChange={(changes) => change(at, changes)}
          onMove={(by) => move(at, by)}
          onRemove={() => onChange(options.toSpliced(at, 1))}
        />
      ))}
      {faults.options && <p className="fault">{faults.options}</p>}
      <div className="row">
        <Button small onClick={add}>
          <Plus size={14} aria-hidden="true" />
          Add a choice
        </Button>
      </div>
    </fieldset>
  );
}

interface OptionRowProps {
  readonly option: Option;
  readonly at: number;
  readonly isLast: boolean;
  readonly isOnly: boolean;
  readonly isQuiz: boolean;
  readonly canBeOther: boolean;
  readonly fault: string | undefined;
  readonly onChange: (changes: { readonly [K in keyof Option]?: Option[K] | undefined }) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function OptionRow(props: OptionRowProps): ReactElement {
  const { option, at, isLast, isOnly, isQuiz, canBeOther, fault, onChange, onMove, onRemove } = props;
  const id = useId();
  const name = `Choice ${at + 1}`;
  // The stored value follows the text while both are the same.
  const setLabel = (label: string) => onChange(option.value === option.label ? { label, value: label } : { label });
  return (
    <div className="form-option">
      <div className="form-line">
        <input
          className="input"
          aria-label={name}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          maxLength={200}
          value={option.label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Button small look="plain icon" aria-label={`Move ${name.toLowerCase()} up`} disabled={at === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={14} aria-hidden="true" />
        </Button>
        <Button small look="plain icon" aria-label={`Move ${name.toLowerCase()} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown size={14} aria-hidden="true" />
        </Button>
        <Button small look="plain icon" aria-label={`Remove ${name.toLowerCase()}`} disabled={isOnly} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </Button>
      </div>
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
      <details open={option.value !== option.label || isQuiz || undefined}>
        <summary>More about this choice</summary>
        <div className="form-option-more">
          <label className="form-inline">
            Stored as
            <input className="input" maxLength={200} value={option.value} onChange={(event) => onChange({ value: event.target.value })} />
          </label>
          {canBeOther && (
            <label className="tick">
              <input
                type="checkbox"
                checked={option.other === true}
                onChange={(event) => onChange({ other: event.target.checked || undefined })}
              />
              Visitors write another answer
            </label>
          )}
          {isQuiz && (
            <>
              <label className="tick">
                <input
                  type="checkbox"
                  checked={option.correct === true}
                  onChange={(event) => onChange({ correct: event.target.checked || undefined })}
                />
                A right answer
              </label>
              <label className="form-inline">
                Points
                <input
                  className="input number"
                  type="number"
                  min={-1_000}
                  max={1_000}
                  value={option.score ?? ''}
                  onChange={(event) => onChange({ score: event.target.value === '' ? undefined : Number(event.target.value) })}
                />
              </label>
            </>
          )}
        </div>
      </details>
    </div>
  );
}

const clean = (option: { readonly [K in keyof Option]: Option[K] | undefined }): Option =>
  Object.fromEntries(Object.entries(option).filter(([, value]) => value !== undefined)) as Option;
