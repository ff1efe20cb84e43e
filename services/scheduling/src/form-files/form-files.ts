import { type Handlers, request } from '@space/bus';
import { formAssets } from '@space/contracts/assets';
import { invalidFields, notFound } from '@space/contracts/core';
import { type FormFile, type formFiles, UNUSED_FILE_HOURS } from '@space/contracts/scheduling';
import { isoTime, newId } from '@space/database';
import { createWriter, replayIfStored } from '@space/event-log';
import { safeName } from '@space/file-kinds';
import type { Ports } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import type { z } from 'zod';
import { AnswerError } from '../answers/answer-error.ts';
import { checkFile } from '../files/check-file.ts';
import { scanFile } from '../files/scan-file.ts';
import { assertFormActive } from '../forms/assert-form-active.ts';
import type { FormLoader } from '../forms/form-loader.ts';
import { notFoundIfDeleted } from '../forms/not-found-if-deleted.ts';
import { findFile, insertFile } from './form-files.queries.ts';

const refusedFile = ({ code, message }: AnswerError) => invalidFields([{ path: 'content_base64', code, message }]);

/** Returns the handlers of the form files contract. */
export function formFileHandlers(ports: Ports, loader: FormLoader): Handlers<typeof formFiles> {
  const { database } = ports;
  const write = createWriter('scheduling', ports);
  return {
    async upload(call) {
      const { id, field_key, name, content_base64 } = call.input;
      const stored = await replayIfStored('scheduling', ports, call);
      if (stored) return stored;
      const form = await loader.find(database, call.caller.space_id, id);
      if (!form) throw notFound('form', id);
      assertFormActive(form);
      const field = form.fields.find(({ key, type }) => key === field_key && type === 'file');
      if (!field) throw invalidFields([{ path: 'field_key', code: 'unknown_field', message: 'is not a field of type file of this form' }]);
      const bytes = Buffer.from(content_base64, 'base64');
      const found = checkFile(field, { name, bytes });
      if (found instanceof AnswerError) throw refusedFile(found);
      const refusal = await scanFile(ports, call, { name: safeName(name), content_base64 });
      if (refusal) throw refusedFile(refusal);
      return notFoundIfDeleted(id, () =>
        write.write(call, async (tx) => {
          const file: z.output<typeof FormFile> = {
            id: newId('fil'),
            created_at: tx.now,
            form_id: id,
            field_key,
            name: safeName(name),
            content_type: found.content_type,
            size: bytes.length,
            asset_id: null,
          };
          const until = isoTime(Date.parse(tx.now) + UNUSED_FILE_HOURS * HOUR_MS);
          await insertFile(tx, { ...file, space_id: form.space_id, bytes }, tx.now, until);
          return file;
        }),
      );
    },

    async download(call) {
      const { id, file_id } = call.input;
      const file = await findFile(database, call.caller.space_id, id, file_id);
      if (!file) throw notFound('file', file_id);
      const { content_base64, asset_id } = file;
      if (content_base64 !== null) return { ...file, content_base64 };
      const asset = await request(ports.bus, call, formAssets, 'read', { asset_id: asset_id! });
      if (asset.content_base64 === null) throw notFound('file', file_id);
      return { ...file, content_base64: asset.content_base64 };
    },
  };
}
