import { createContext, use } from 'react';
import type { InputSchema } from '../../api/operation-input.ts';
import type { Draft } from './draft.ts';

/** A merge tag that a field offers: its text without braces, and an example of what it becomes. */
export interface MergeTag {
  readonly tag: string;
  readonly example?: string;
}

/** The facts that all fields of a form share. */
export interface FormFacts {
  /** The schema that has the definitions. */
  readonly whole: InputSchema;
  /** A sentence for each field that was refused, by its path. */
  readonly faults: Readonly<Record<string, string>>;
  /** The merge tags that fields offer; undefined in a form whose values are sent as they are. */
  readonly tags?: readonly MergeTag[] | undefined;
}

/** Provides the facts of a form to its fields. */
export const FormContext = createContext<FormFacts>({ whole: {}, faults: {} });

/** Returns the facts of the form around a field. */
export const useForm = (): FormFacts => use(FormContext);

/** Props of a field: its schema, its path and what was entered. */
export interface FieldProps {
  readonly schema: InputSchema;
  readonly path: string;
  readonly label: string;
  readonly draft: Draft;
  readonly isRequired: boolean;
  readonly onChange: (draft: Draft) => void;
}
