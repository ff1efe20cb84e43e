import './schema-form.css';
import { type ReactElement, useMemo } from 'react';
import type { InputSchema } from '../../api/operation-input.ts';
import type { Draft } from './draft.ts';
import { FormContext, type MergeTag } from './form-context.tsx';
import { SchemaFields } from './schema-field.tsx';

/** Props of the fields of an object schema. */
export interface SchemaFormProps {
  readonly schema: InputSchema;
  /** The schema that has the definitions; default the schema itself. */
  readonly whole?: InputSchema;
  readonly draft: Draft;
  readonly faults: Readonly<Record<string, string>>;
  readonly tags?: readonly MergeTag[] | undefined;
  readonly onChange: (draft: Draft) => void;
}

/** Renders the fields of an object schema. The form around them sends what `readDraft` returns. */
export function SchemaForm({ schema, whole = schema, draft, faults, tags, onChange }: SchemaFormProps): ReactElement {
  const facts = useMemo(() => ({ whole, faults, tags }), [whole, faults, tags]);
  return (
    <FormContext value={facts}>
      <SchemaFields schema={schema} path="" draft={draft} onChange={onChange} />
    </FormContext>
  );
}
