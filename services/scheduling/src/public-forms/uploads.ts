import type { FieldError } from '@space/contracts/core';
import { UNUSED_PAGE_FILE_MINUTES } from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import type { Ports } from '@space/runtime';
import { AnswerError } from '../answers/answer-error.ts';
import { checkFile, safeName } from '../files/check-file.ts';
import { deleteUnusedFiles, findUnusedFiles, insertFile, sumUnusedBytes } from '../form-files/form-files.queries.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { createVisitorLimit } from '../public-pages/visitor-limit.ts';

/** A file as the gateway hands it on. */
interface SentFile {
  readonly field: string;
  readonly name: string;
  readonly content_base64: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What one visitor sends in files in an hour at most, in bytes. */
const MAX_BYTES_PER_VISITOR = 100 * 1_048_576;

/** Files of one form that wait for something to be put right, together at most, in bytes. */
const MAX_RETAINED_BYTES = 200 * 1_048_576;

/** Files that came with a page: kept under an id each, by the key of their field, and what is wrong with the others. */
export interface ReceivedUploads {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly FieldError[];
}

/** What a page is told of files when it goes back to its visitor. */
interface RetainedUploads {
  /** Names of the files that are kept meanwhile, by id. */
  readonly retained_files: ReadonlyMap<string, string>;
  /** Whether files came that are not kept: they have to be chosen again. */
  readonly has_dropped: boolean;
}

/**
 * Takes the files that come with a page. What is sent with answers that are good is part of a submission at once; what comes
 * with others is kept for about an hour, so that it need not be chosen again. There is room for so much of that, and when it
 * is used up files have to be chosen again, and nothing else changes: no visitor can keep the files of others out.
 */
export interface Uploads {
  /** Keeps the files that came; those of a page that was never opened, or too long ago, are passed over. */
  receive(
    form: LoadedForm,
    sent: readonly SentFile[],
    from: { readonly visitor: string; readonly is_real: boolean },
  ): Promise<ReceivedUploads>;
  /** What answers that go back carry along; forgets what came with them when there is no room for it. */
  retain(
    form: LoadedForm,
    data: Readonly<Record<string, unknown>>,
    sent: readonly SentFile[],
    received: ReceivedUploads,
  ): Promise<RetainedUploads>;
}

/** No files came, or none that are kept. */
const NO_UPLOADS: ReceivedUploads = { ids: {}, errors: [] };

/** The files that come with the pages of one process. */
export function createUploads({ database, clock }: Pick<Ports, 'database' | 'clock'>): Uploads {
  const budget = createVisitorLimit(clock, MAX_BYTES_PER_VISITOR, Number.POSITIVE_INFINITY, HOUR_MS);

  return {
    async receive(form, sent, { visitor, is_real }) {
      if (sent.length === 0 || !is_real) return NO_UPLOADS;
      const bytes = sent.reduce((sum, { content_base64 }) => sum + Buffer.byteLength(content_base64, 'base64'), 0);
      if (budget.take('files', visitor, bytes) > 0)
        return {
          ids: {},
          errors: [{ path: sent[0]!.field, code: 'limited', message: 'cannot be taken right now; please try again in an hour' }],
        };
      const ids: Record<string, string[]> = {};
      const errors: FieldError[] = [];
      const now = clock.now();
      for (const { field: key, name, content_base64 } of sent) {
        const field = form.fields.find((one) => one.key === key && one.type === 'file');
        if (!field) continue;
        const file = { name: safeName(name), bytes: Buffer.from(content_base64, 'base64') };
        const found = checkFile(field, { name, bytes: file.bytes });
        if (found instanceof AnswerError) {
          errors.push({ path: key, code: found.code, message: found.message });
          continue;
        }
        const id = newId('fil');
        const { space_id, id: form_id } = form;
        const stored = { ...file, space_id, id, form_id, field_key: key, content_type: found.content_type };
        await insertFile(database, stored, isoTime(now), isoTime(now + UNUSED_PAGE_FILE_MINUTES * MINUTE_MS));
        ids[key] = [...(ids[key] ?? []), id];
      }
      return { ids, errors };
    },

    async retain(form, data, sent, { ids }) {
      const came = Object.values(ids).flat();
      if (came.length > 0 && (await sumUnusedBytes(database, form.space_id, form.id)) > MAX_RETAINED_BYTES)
        await deleteUnusedFiles(database, form.space_id, came);
      const named = form.fields.flatMap(({ type, key }) => (type === 'file' && Array.isArray(data[key]) ? data[key].map(String) : []));
      const found = named.length === 0 ? [] : await findUnusedFiles(database, form.space_id, form.id, named);
      const retained_files = new Map(found.map(({ id, name }) => [id, name]));
      return { retained_files, has_dropped: sent.length > 0 && !came.some((id) => retained_files.has(id)) };
    },
  };
}

/** Answers with the files that came with them, behind those that came before. */
export const withUploads = (data: Readonly<Record<string, unknown>>, { ids }: ReceivedUploads): Record<string, unknown> => ({
  ...data,
  ...Object.fromEntries(Object.entries(ids).map(([key, list]) => [key, [...((data[key] as string[] | undefined) ?? []), ...list]])),
});

/** What a page says that goes back although nothing is wrong with its answers. */
export const SUBMIT_AGAIN = 'Please have a last look and send it once more.';

/** What it says of files that are not kept meanwhile. */
export const CHOOSE_AGAIN = 'Please choose your files again.';
