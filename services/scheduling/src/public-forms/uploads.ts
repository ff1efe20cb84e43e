import type { CallContext } from '@space/bus';
import type { FieldError } from '@space/contracts/core';
import { MAX_UNUSED_FILE_BYTES, MAX_VISITOR_FILE_BYTES, UNUSED_PAGE_FILE_MINUTES } from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import { safeName } from '@space/file-kinds';
import type { Ports } from '@space/runtime';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { visitorLimiter } from '@space/web';
import { AnswerError } from '../answers/answer-error.ts';
import { checkFile } from '../files/check-file.ts';
import { deleteUnusedFiles, findUnusedFiles, insertFile, sumUnusedBytes } from '../form-files/form-files.queries.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { withVisitorRoom } from '../storage/visitor-room.ts';

/** A file of a request, as the gateway sends it. */
interface RequestFile {
  readonly field: string;
  readonly name: string;
  readonly content_base64: string;
}

/** The files of a request: ids of the stored ones by the key of their field, and errors of the others. */
export interface ReceivedUploads {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly FieldError[];
}

/** The files of a page that is rendered again. */
interface RetainedUploads {
  /** Names of retained files by id. */
  readonly retained_files: ReadonlyMap<string, string>;
  /** True when the request had files of which none is retained: the visitor must choose them again. */
  readonly has_dropped: boolean;
}

/**
 * Stores files that come with a public page. Files of valid answers become part of the submission. Files of answers with
 * errors are retained for UNUSED_PAGE_FILE_MINUTES, so that the visitor need not choose them again. When the space for
 * retained files of a form is used up, new ones are dropped, so one visitor cannot block the submissions of others.
 */
export interface Uploads {
  /**
   * Stores the files of a request; ignores those of a page that was not opened, or too long ago. Throws `limit_reached` when
   * the Space has no room for them.
   */
  receive(
    context: CallContext,
    form: LoadedForm,
    files: readonly RequestFile[],
    from: { readonly visitor: string; readonly is_from_opened_page: boolean },
  ): Promise<ReceivedUploads>;
  /** Returns the files that the page can show when it is rendered again; deletes new ones when there is no space for them. */
  retain(
    form: LoadedForm,
    data: Readonly<Record<string, unknown>>,
    files: readonly RequestFile[],
    received: ReceivedUploads,
  ): Promise<RetainedUploads>;
}

const NO_UPLOADS: ReceivedUploads = { ids: {}, errors: [] };

/** Returns the uploads of one process, which counts bytes per visitor for itself. */
export function createUploads(ports: Pick<Ports, 'bus' | 'clock' | 'database' | 'log'>): Uploads {
  const { database, clock } = ports;
  const byteLimiter = visitorLimiter({ points: MAX_VISITOR_FILE_BYTES, seconds: HOUR_MS / SECOND_MS });

  async function storeFiles(form: LoadedForm, files: readonly RequestFile[]): Promise<ReceivedUploads> {
    const ids: Record<string, string[]> = {};
    const errors: FieldError[] = [];
    const now = clock.now();
    for (const { field: key, name, content_base64 } of files) {
      const field = form.fields.find((one) => one.key === key && one.type === 'file');
      if (!field) continue;
      const file = { name: safeName(name), bytes: Buffer.from(content_base64, 'base64') };
      const checked = checkFile(field, { name, bytes: file.bytes });
      if (checked instanceof AnswerError) {
        errors.push({ path: key, code: checked.code, message: checked.message });
        continue;
      }
      const id = newId('fil');
      const { space_id, id: form_id } = form;
      const row = { ...file, space_id, id, form_id, field_key: key, content_type: checked.content_type };
      await insertFile(database, row, isoTime(now), isoTime(now + UNUSED_PAGE_FILE_MINUTES * MINUTE_MS));
      ids[key] = [...(ids[key] ?? []), id];
    }
    return { ids, errors };
  }

  return {
    async receive(context, form, files, { visitor, is_from_opened_page }) {
      if (files.length === 0 || !is_from_opened_page) return NO_UPLOADS;
      const bytes = files.reduce((sum, { content_base64 }) => sum + Buffer.byteLength(content_base64, 'base64'), 0);
      if (byteLimiter.take('files', visitor, bytes) > 0)
        return {
          ids: {},
          errors: [{ path: files[0]!.field, code: 'limited', message: 'cannot be taken right now; please try again in an hour' }],
        };
      return withVisitorRoom(ports, context, { bytes, rows: files.length, files: files.length }, () => storeFiles(form, files));
    },
    async retain(form, data, files, { ids }) {
      const received = Object.values(ids).flat();
      if (received.length > 0 && (await sumUnusedBytes(database, form.space_id, form.id)) > MAX_UNUSED_FILE_BYTES)
        await deleteUnusedFiles(database, form.space_id, received);
      const named = form.fields.flatMap(({ type, key }) => (type === 'file' && Array.isArray(data[key]) ? data[key].map(String) : []));
      const found = named.length === 0 ? [] : await findUnusedFiles(database, form.space_id, form.id, named);
      const retained_files = new Map(found.map(({ id, name }) => [id, name]));
      return { retained_files, has_dropped: files.length > 0 && !received.some((id) => retained_files.has(id)) };
    },
  };
}

/** Returns the answers with the ids of received files appended to those that were named before. */
export const withUploads = (data: Readonly<Record<string, unknown>>, { ids }: ReceivedUploads): Record<string, unknown> => ({
  ...data,
  ...Object.fromEntries(Object.entries(ids).map(([key, list]) => [key, [...((data[key] as string[] | undefined) ?? []), ...list]])),
});
