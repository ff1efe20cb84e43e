import { z } from 'zod';
import { id, nonEmptyLine, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { MAX_FORM_FILE_MB, UNUSED_FILE_HOURS } from './limits.ts';

/** Characters of base64 that the largest file has. */
const MAX_BASE64 = Math.ceil((MAX_FORM_FILE_MB * 1_048_576) / 3) * 4;

/** A file that was sent through a form. */
export const FormFile = z
  .object({
    id: z.string(),
    created_at: timestamp,
    form_id: z.string(),
    field_key: z.string(),
    name: z.string(),
    content_type: z.string().describe('The media type that its first bytes show'),
    size: z.int().describe('Bytes'),
    asset_id: z.string().nullable().describe('The asset that has its bytes; null until a submission has it, and for some seconds more'),
  })
  .meta({ id: 'FormFile' });

/** Files that people send through forms. */
export const formFiles = contract({
  name: 'form_files',
  service: 'scheduling',
  tag: 'Form files',
  description: 'Files that answer a question of a form. A browser never displays them: callers that may read the answers download them.',
  operations: {
    upload: operation({
      summary: 'Upload a file for a form',
      description: `For an answer: give the id it gets to POST /forms/{id}/submit within ${UNUSED_FILE_HOURS} hours. The media type that its first bytes show must be what the field accepts.`,
      scope: 'forms:write',
      max_files: 1,
      route: { method: 'POST', path: '/forms/:id/files', status: 201 },
      tools: [{ name: 'upload_form_file', family: 'form_files', action: 'upload' }],
      input: z.strictObject({
        id: id('form'),
        field_key: z.string().min(1).max(60).describe('Key of the field of type file that it answers'),
        name: nonEmptyLine(200).describe('Its name, with the ending'),
        content_base64: z.base64().min(4).max(MAX_BASE64).describe('The bytes of the file, in base64'),
      }),
      output: FormFile,
      no_undo: 'no call deletes a file; one without an answer is deleted after a day',
      max_body_bytes: MAX_BASE64 + 4_096,
      problems: ['conflict'],
      example: {
        id: 'frm_01jd0000000000000000000000',
        field_key: 'photo',
        name: 'engine.pdf',
        content_base64: 'JVBERi0xLjQKJSVFT0YK',
      },
    }),
    download: operation({
      summary: 'Download a file that was sent through a form',
      description: 'Over REST with Accept: application/octet-stream the answer is the file itself, as an attachment.',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id/files/:file_id', status: 200 },
      tools: [{ name: 'download_form_file', family: 'form_files', action: 'download' }],
      input: z.strictObject({ id: id('form'), file_id: id('file') }),
      output: FormFile.extend({ content_base64: z.string() }),
      problems: ['conflict', 'unavailable'],
      download: { media_type: 'application/octet-stream', field: 'content_base64' },
    }),
  },
});
