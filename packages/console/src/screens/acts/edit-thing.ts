import type { QueryClient } from '@tanstack/react-query';
import type { InputSchema } from '../../api/operation-input.ts';
import type { Arguments } from '../../api/send.ts';
import { changedFields } from '../../parts/schema-form/changed.ts';
import { makeChange } from '../../shell/change.ts';
import type { Act } from './act.ts';
import { initialValues } from './act-form.ts';

/** A thing that the form of its PATCH changes. */
export interface EditedThing {
  readonly space_id: string;
  readonly act: Act;
  readonly schema: InputSchema;
  /** The parameters of its path. */
  readonly known: Arguments;
  readonly value: Arguments;
  readonly etag: string | undefined;
  readonly title: string;
}

/** Sends the fields of a form that differ from the thing. It can be taken back if the thing shows all of them. */
export function editThing(queries: QueryClient, thing: EditedThing, values: Arguments): Promise<unknown> {
  const { space_id, act, schema, known, value, etag, title } = thing;
  const fields = changedFields(initialValues(schema, value), values);
  const names = Object.keys(fields);
  return makeChange(queries, {
    space_id,
    contract: act.contract,
    name: act.name,
    path: known,
    fields,
    ...(names.every((name) => value[name] !== undefined) && { before: Object.fromEntries(names.map((name) => [name, value[name]])) }),
    etag,
    said: `“${title}” is changed.`,
  });
}
