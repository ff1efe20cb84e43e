import { type ReactElement, useState } from 'react';
import type { InputSchema } from '../../api/operation-input.ts';
import { Button } from '../button.tsx';
import { labelOf } from '../label.ts';
import { ChoiceInput, TicksInput } from './choice-input.tsx';
import { type Draft, emptyDraft } from './draft.ts';
import { type FieldProps, useForm } from './form-context.tsx';
import { ListInput, MapInput } from './list-input.tsx';
import { MergeTagMenu } from './merge-tag-menu.tsx';
import { kindOf, resolve } from './schema-kind.ts';
import { TextInput, textLook } from './text-input.tsx';
import { UnionInput } from './union-input.tsx';

/** Values up to which a list of fixed values is shown as ticks. */
const MAX_TICKS = 120;

/** Renders the field of any schema: a text, a number, a choice, a list, an object, a union, a map, or JSON. */
function SchemaField(props: FieldProps): ReactElement | null {
  const { whole, tags } = useForm();
  const schema = resolve(props.schema, whole);
  const { draft, onChange, isRequired } = props;
  const field = { ...props, schema };
  const kind = kindOf(schema);
  if (typeof draft === 'object' && draft !== null && 'tag' in draft)
    return (
      <TextInput
        {...field}
        look="line"
        text={draft.tag}
        help="The merge tags become the value. An empty field gives the choice back."
        onText={(tag) => onChange(tag === '' ? undefined : { tag })}
      />
    );
  if (typeof draft === 'object' && draft !== null && 'raw' in draft)
    return <TextInput {...field} look="code" text={draft.raw} onText={(raw) => onChange(raw.trim() === '' ? undefined : { raw })} />;
  if (kind === 'fixed' && isRequired) return null;
  if (kind === 'text' || kind === 'number' || kind === 'json') {
    const look = kind === 'json' ? 'code' : textLook(field, tags !== undefined);
    const cleared = clearedDraft(schema, kind === 'text' && isRequired);
    const set = (text: string) => onChange(text === '' ? cleared : kind === 'number' && text.includes('{{') ? { tag: text } : text);
    return <TextInput {...field} look={look} text={typeof draft === 'string' ? draft : ''} onText={set} />;
  }
  if (kind === 'choice' || kind === 'yes_no') return <ChoiceInput {...field} />;
  if (kind === 'list' && (schema.items?.enum?.length ?? MAX_TICKS) < MAX_TICKS) return <TicksInput {...field} />;
  if (kind === 'list') return <ListInput {...field} renderField={renderField} />;
  const isOpen = draft !== undefined && draft !== null;
  return (
    <fieldset className="field nested">
      <legend className="field-head">
        <span className="label">
          {props.label}
          {isRequired && <span className="soft"> (required)</span>}
        </span>
        <MergeTagMenu label={props.label} onPick={(tag) => onChange({ tag })} />
        {!isRequired && (
          <Button small look="plain" onClick={() => onChange(isOpen ? (schema.nullable ? null : undefined) : startOf(schema, whole))}>
            {isOpen ? 'Remove' : 'Add'}
            <span className="hidden-text"> {props.label}</span>
          </Button>
        )}
      </legend>
      {schema.description && <p className="help">{schema.description}</p>}
      {(isOpen || isRequired) && kind === 'object' && <SchemaFields {...field} />}
      {(isOpen || isRequired) && kind === 'map' && <MapInput {...field} renderField={renderField} />}
      {(isOpen || isRequired) && kind === 'union' && <UnionInput {...field} renderField={renderField} />}
      <OwnFault path={props.path} />
    </fieldset>
  );
}

const renderField = (props: FieldProps): ReactElement => <SchemaField key={props.path} {...props} />;

/** Returns the draft with which an optional part begins. A union begins with its first alternative. */
const startOf = (schema: InputSchema, whole: InputSchema): Draft =>
  schema.anyOf ? { branch: 0, of: emptyDraft(schema.anyOf[0]!, whole) } : emptyDraft(schema, whole);

/** Returns the draft of a text that was emptied: null where it may be, else an empty text where that is a value. */
function clearedDraft({ nullable, minLength = 0, type }: InputSchema, isRequiredText: boolean): Draft {
  if (nullable) return null;
  return isRequiredText || (type === 'string' && minLength === 0) ? '' : undefined;
}

function OwnFault({ path }: { readonly path: string }): ReactElement | null {
  const fault = useForm().faults[path];
  return fault ? <p className="fault">{fault}</p> : null;
}

/** Optional fields that are shown without a press. */
const SHOWN_OPTIONAL = 6;

/** Renders the fields of an object: the required ones first, then those with a value. Further ones are in a part that opens. */
export function SchemaFields({ schema, path, draft, onChange }: Pick<FieldProps, 'schema' | 'path' | 'draft' | 'onChange'>): ReactElement {
  const { properties = {}, required = [] } = schema;
  const { faults } = useForm();
  const fields = typeof draft === 'object' && draft !== null && 'fields' in draft ? draft.fields : {};
  // The order stays as it was when the form opened, so that no field moves while it is typed in.
  const [given] = useState(() => new Set(Object.keys(fields).filter((name) => fields[name] !== undefined)));
  const unknown = [...given].filter((name) => !properties[name] && fields[name] !== undefined);
  const names = [...Object.keys(properties), ...unknown];
  const first = names.filter((name) => required.includes(name));
  const set = names.filter((name) => !required.includes(name) && given.has(name));
  const rest = names.filter((name) => !required.includes(name) && !given.has(name));
  const isShort = rest.length <= SHOWN_OPTIONAL;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const hasFault = Object.keys(faults).some((one) => rest.some((name) => one === below(name) || one.startsWith(`${below(name)}.`)));
  const field = (name: string) => (
    <SchemaField
      key={name}
      schema={properties[name] ?? {}}
      path={below(name)}
      label={labelOf(name)}
      draft={fields[name]}
      isRequired={required.includes(name)}
      onChange={(changed) => onChange({ fields: { ...fields, [name]: changed } })}
    />
  );
  return (
    <div className="schema-fields">
      {[...first, ...set, ...(isShort ? rest : [])].map(field)}
      {!isShort && (
        <details open={hasFault || undefined}>
          <summary>{first.length + set.length === 0 ? `Fields (${rest.length})` : `More fields (${rest.length})`}</summary>
          <div className="schema-fields">{rest.map(field)}</div>
        </details>
      )}
    </div>
  );
}
