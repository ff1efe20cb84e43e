import { Plus, X } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';
import { type Draft, emptyDraft } from './draft.ts';
import { type FieldProps, useForm } from './form-context.tsx';
import { MergeTagMenu } from './merge-tag-menu.tsx';

/** Props of a part with fields in it; the field of any schema is handed in, because it contains this part. */
export interface OuterProps extends FieldProps {
  readonly renderField: (props: FieldProps) => ReactElement;
}

/** Renders a list of values with a button for one more. */
export function ListInput({ schema, path, label, draft, isRequired, onChange, renderField }: OuterProps): ReactElement {
  const { whole, faults } = useForm();
  const items = typeof draft === 'object' && draft !== null && 'items' in draft ? draft.items : [];
  const part = useRef<HTMLFieldSetElement>(null);
  const add = useFocusOnNew(part, items.length);
  const isFull = items.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  const fault = faults[path];
  function remove(index: number): void {
    const others = items.toSpliced(index, 1);
    onChange(others.length === 0 && !isRequired && (schema.minItems ?? 0) > 0 ? undefined : { items: others });
  }
  return (
    <fieldset ref={part} className="field nested">
      <legend className="field-head">
        <span className="label">
          {label}
          {isRequired && <span className="soft"> (required)</span>}
        </span>
        <MergeTagMenu label={label} onPick={(tag) => onChange({ tag })} />
      </legend>
      {schema.description && <p className="help">{schema.description}</p>}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry of a list has no identity but its place
        <div key={index} className="list-item">
          {renderField({
            schema: schema.items!,
            path: path === '' ? String(index) : `${path}.${index}`,
            label: `${label} ${index + 1}`,
            draft: item,
            isRequired: true,
            onChange: (changed) => onChange({ items: items.with(index, changed) }),
          })}
          <Button small look="plain icon" aria-label={`Remove ${label} ${index + 1}`} onClick={() => remove(index)}>
            <X size={15} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div>
        <Button small disabled={isFull} onClick={() => add(() => onChange({ items: [...items, emptyDraft(schema.items!, whole)] }))}>
          <Plus size={14} aria-hidden="true" />
          Add to {label.toLowerCase()}
        </Button>
      </div>
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  );
}

/** Returns a function that adds an entry and puts the focus into its first field. */
function useFocusOnNew(part: RefObject<HTMLElement | null>, count: number): (add: () => void) => void {
  const isAdding = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count says that the entry is there
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    const last = [...(part.current?.querySelectorAll(':scope > .list-item') ?? [])].at(-1);
    last?.querySelector<HTMLElement>('input, textarea, .select-trigger')?.focus();
  }, [count, part]);
  return (add) => {
    isAdding.current = true;
    add();
  };
}

/** Renders a map of values by name. */
export function MapInput({ schema, path, draft, onChange, renderField }: OuterProps): ReactElement {
  const { whole } = useForm();
  const entries = typeof draft === 'object' && draft !== null && 'entries' in draft ? draft.entries : [];
  const set = (index: number, entry: readonly [string, Draft]) => onChange({ entries: entries.with(index, entry) });
  return (
    <>
      {entries.map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name of an entry changes while it is typed
        <div key={index} className="list-item map-item">
          <TextField label="Name" value={key} onChange={(event) => set(index, [event.target.value, value])} />
          {renderField({
            schema: schema.additionalProperties!,
            path: `${path}.${key}`,
            label: 'Value',
            draft: value,
            isRequired: true,
            onChange: (changed) => set(index, [key, changed]),
          })}
          <Button small look="plain icon" aria-label={`Remove ${key}`} onClick={() => onChange({ entries: entries.toSpliced(index, 1) })}>
            <X size={15} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div>
        <Button small onClick={() => onChange({ entries: [...entries, ['', emptyDraft(schema.additionalProperties!, whole)]] })}>
          <Plus size={14} aria-hidden="true" />
          Add an entry
        </Button>
      </div>
    </>
  );
}
