import type { FieldError } from '@space/contracts/core';
import { UNUSED_PAGE_FILE_MINUTES } from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import type { Ports } from '@space/runtime';
import { Fault } from '../answers/fault.ts';
import { checkFile, safeName } from '../files/check-file.ts';
import { deleteUnusedFiles, findUnusedFiles, insertFile, unusedBytes } from '../files/files.queries.ts';
import type { LoadedForm } from '../forms/loaded-forms.ts';
import { visitorLimit } from '../page/visitor-limit.ts';

/** A file as the gateway hands it on. */
interface SentFile {
  readonly field: string;
  readonly name: string;
  readonly content_base64: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What one visitor sends in files in an hour at most, in bytes. */
const PER_VISITOR = 100 * 1_048_576;

/** Files of one form that wait for something to be put right, together at most, in bytes. */
const MOST_WAITING = 200 * 1_048_576;

/** Files that came with a page: kept under an id each, by the key of their field, and what is wrong with the others. */
export interface ReceivedFiles {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly FieldError[];
}

/** What a page is told of files when it goes back to its visitor. */
interface CarriedFiles {
  /** Names of the files that are kept meanwhile, by id. */
  readonly kept_files: ReadonlyMap<string, string>;
  /** Whether files came that are not kept: they have to be chosen again. */
  readonly lost: boolean;
}

/**
 * Takes the files that come with a page. What is sent with answers that are good is part of a submission at once; what comes
 * with others is kept for about an hour, so that it need not be chosen again. There is room for so much of that, and when it
 * is used up files have to be chosen again, and nothing else changes: no visitor can keep the files of others out.
 */
export interface PageFiles {
  /** Keeps the files that came; those of a page that was never opened, or too long ago, are passed over. */
  receive(
    form: LoadedForm,
    sent: readonly SentFile[],
    from: { readonly visitor: string; readonly is_real: boolean },
  ): Promise<ReceivedFiles>;
  /** What answers that go back carry along; forgets what came with them when there is no room for it. */
  carry(
    form: LoadedForm,
    data: Readonly<Record<string, unknown>>,
    sent: readonly SentFile[],
    received: ReceivedFiles,
  ): Promise<CarriedFiles>;
}

/** No files came, or none that are kept. */
const NONE: ReceivedFiles = { ids: {}, faults: [] };

/** The files that come with the pages of one process. */
export function pageFiles({ database, clock }: Pick<Ports, 'database' | 'clock'>): PageFiles {
  const budget = visitorLimit(clock, PER_VISITOR, Number.POSITIVE_INFINITY, HOUR_MS);

  return {
    async receive(form, sent, { visitor, is_real }) {
      if (sent.length === 0 || !is_real) return NONE;
      const bytes = sent.reduce((sum, { content_base64 }) => sum + Buffer.byteLength(content_base64, 'base64'), 0);
      if (budget.take('files', visitor, bytes) > 0)
        return {
          ids: {},
          faults: [{ path: sent[0]!.field, code: 'limited', message: 'cannot be taken right now; please try again in an hour' }],
        };
      const ids: Record<string, string[]> = {};
      const faults: FieldError[] = [];
      const now = clock.now();
      for (const { field: key, name, content_base64 } of sent) {
        const field = form.fields.find((one) => one.key === key && one.type === 'file');
        if (!field) continue;
        const file = { name: safeName(name), bytes: Buffer.from(content_base64, 'base64') };
        const found = checkFile(field, { name, bytes: file.bytes });
        if (found instanceof Fault) {
          faults.push({ path: key, code: found.code, message: found.message });
          continue;
        }
        const id = newId('fil');
        const { space_id, id: form_id } = form;
        const stored = { ...file, space_id, id, form_id, field_key: key, content_type: found.content_type };
        await insertFile(database, stored, isoTime(now), isoTime(now + UNUSED_PAGE_FILE_MINUTES * MINUTE_MS));
        ids[key] = [...(ids[key] ?? []), id];
      }
      return { ids, faults };
    },

    async carry(form, data, sent, { ids }) {
      const came = Object.values(ids).flat();
      if (came.length > 0 && (await unusedBytes(database, form.space_id, form.id)) > MOST_WAITING)
        await deleteUnusedFiles(database, form.space_id, came);
      const named = form.fields.flatMap(({ type, key }) => (type === 'file' && Array.isArray(data[key]) ? data[key].map(String) : []));
      const found = named.length === 0 ? [] : await findUnusedFiles(database, form.space_id, form.id, named);
      const kept_files = new Map(found.map(({ id, name }) => [id, name]));
      return { kept_files, lost: sent.length > 0 && !came.some((id) => kept_files.has(id)) };
    },
  };
}

/** Answers with the files that came with them, behind those that came before. */
export const withFiles = (data: Readonly<Record<string, unknown>>, { ids }: ReceivedFiles): Record<string, unknown> => ({
  ...data,
  ...Object.fromEntries(Object.entries(ids).map(([key, list]) => [key, [...((data[key] as string[] | undefined) ?? []), ...list]])),
});

/** What a page says that goes back although nothing is wrong with its answers. */
export const ONCE_MORE = 'Please have a last look and send it once more.';

/** What it says of files that are not kept meanwhile. */
export const CHOOSE_AGAIN = 'Please choose your files again.';
