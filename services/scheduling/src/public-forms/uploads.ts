import type { CallContext } from '@space/bus';
import { type FieldError, Problem } from '@space/contracts/core';
import { MAX_UNUSED_FILE_BYTES, MAX_VISITOR_FILE_BYTES, UNUSED_PAGE_FILE_MINUTES } from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import { safeName } from '@space/file-kinds';
import type { Ports } from '@space/runtime';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { visitorLimiter } from '@space/web';
import { AnswerError } from '../answers/answer-error.ts';
import { checkFile } from '../files/check-file.ts';
import { scanFile } from '../files/scan-file.ts';
import { deleteUnusedFiles, findUnusedFiles, insertFile, type NewFile, sumUnusedBytes } from '../form-files/form-files.queries.ts';
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
 * Stores files that come with a public page, each after the virus scanner has found it clean. Files of valid answers become part of the
 * submission. Files of answers with errors are retained for UNUSED_PAGE_FILE_MINUTES, so that the visitor need not choose them again. When
 * the space for retained files of a form is used up, new ones are dropped, so one visitor cannot block the submissions of others.
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

/** The files of a request after their check. */
interface CheckedFiles {
  readonly accepted: readonly NewFile[];
  readonly errors: readonly FieldError[];
}

const NO_UPLOADS: ReceivedUploads = { ids: {}, errors: [] };

/** Returns the uploads of one process, which counts bytes per visitor for itself. */
export function createUploads(ports: Pick<Ports, 'bus' | 'clock' | 'config' | 'database' | 'log'>): Uploads {
  const { database, clock, log } = ports;
  const byteLimiter = visitorLimiter({ points: MAX_VISITOR_FILE_BYTES, seconds: HOUR_MS / SECOND_MS });

  /** Returns the files of a request that their fields accept, and the errors of the others. */
  async function checkFiles(context: CallContext, form: LoadedForm, files: readonly RequestFile[]): Promise<CheckedFiles> {
    const accepted: NewFile[] = [];
    const errors: FieldError[] = [];
    const scan = createScan(context);
    for (const { field: key, name, content_base64 } of files) {
      const field = form.fields.find((one) => one.key === key && one.type === 'file');
      if (!field) continue;
      const file = { name: safeName(name), bytes: Buffer.from(content_base64, 'base64') };
      const checked = checkFile(field, { name, bytes: file.bytes });
      const refusal = checked instanceof AnswerError ? checked : await scan({ name: file.name, content_base64 });
      if (refusal) errors.push({ path: key, code: refusal.code, message: refusal.message });
      else if (!(checked instanceof AnswerError))
        accepted.push({
          ...file,
          space_id: form.space_id,
          id: newId('fil'),
          form_id: form.id,
          field_key: key,
          content_type: checked.content_type,
        });
    }
    return { accepted, errors };
  }

  /**
   * Returns the scan of the files of a request: why the virus scanner refuses one. Without an answer of it the visitor sends the files
   * again, and the scanner is not asked about the next one.
   */
  function createScan(context: CallContext) {
    let isAway = false;
    return async function scan(file: { readonly name: string; readonly content_base64: string }): Promise<AnswerError | undefined> {
      try {
        if (!isAway) return await scanFile(ports, context, file);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
        log.warn({ err: error }, 'a file for a form could not be scanned and was not stored');
        isAway = true;
      }
      return new AnswerError('not_scanned', `"${file.name}" cannot be checked for viruses right now; please send it again in a minute`);
    };
  }

  async function storeFiles({ accepted, errors }: CheckedFiles): Promise<ReceivedUploads> {
    const ids: Record<string, string[]> = {};
    const now = clock.now();
    for (const file of accepted) {
      await insertFile(database, file, isoTime(now), isoTime(now + UNUSED_PAGE_FILE_MINUTES * MINUTE_MS));
      ids[file.field_key] = [...(ids[file.field_key] ?? []), file.id];
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
      const checked = await checkFiles(context, form, files);
      return withVisitorRoom(ports, context, { bytes, rows: files.length, files: files.length }, () => storeFiles(checked));
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
