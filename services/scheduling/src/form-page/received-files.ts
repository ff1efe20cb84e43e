import type { FieldError } from '@space/contracts';
import { isoTime, newId } from '@space/database';
import type { Ports } from '@space/runtime';
import { Fault } from '../answers/fault.ts';
import { checkFile, safeName } from '../files/check-file.ts';
import { insertFile, unusedBytes } from '../files/files.queries.ts';
import type { LoadedForm } from '../forms/loaded-forms.ts';

/** A file as the gateway hands it on. */
interface SentFile {
  readonly field: string;
  readonly name: string;
  readonly content_base64: string;
}

/** Files of one form that wait for a submission, together at most, in bytes: whoever fills this up is no visitor. */
const MOST_WAITING = 200 * 1_048_576;

/** Files that came with a page: kept under an id each, by the key of their field, and what is wrong with the others. */
export interface ReceivedFiles {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly names: ReadonlyMap<string, string>;
  readonly faults: readonly FieldError[];
}

/** Keeps the files that came with a page, so that they need not be chosen again when something else has to be put right. */
export async function receiveFiles(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  form: LoadedForm,
  sent: readonly SentFile[],
): Promise<ReceivedFiles> {
  const ids: Record<string, string[]> = {};
  const names = new Map<string, string>();
  const faults: FieldError[] = [];
  if (sent.length > 0 && (await unusedBytes(database, form.space_id, form.id)) > MOST_WAITING)
    return {
      ids,
      names,
      faults: [{ path: sent[0]!.field, code: 'limited', message: 'cannot be taken right now; please try again tomorrow' }],
    };
  for (const { field: key, name, content_base64 } of sent) {
    const field = form.fields.find((one) => one.key === key && one.type === 'file');
    if (!field) continue;
    const bytes = Buffer.from(content_base64, 'base64');
    const found = checkFile(field, { name, bytes });
    if (found instanceof Fault) {
      faults.push({ path: key, code: found.code, message: found.message });
      continue;
    }
    const id = newId('fil');
    const kept = safeName(name);
    await insertFile(
      database,
      { space_id: form.space_id, id, form_id: form.id, field_key: key, name: kept, content_type: found.content_type, bytes },
      isoTime(clock.now()),
    );
    ids[key] = [...(ids[key] ?? []), id];
    names.set(id, kept);
  }
  return { ids, names, faults };
}
