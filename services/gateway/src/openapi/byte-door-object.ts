import type { ByteDoor } from '@space/contracts/core';
import { problemResponses } from './problem-responses.ts';

const count = { type: 'integer', minimum: 0 } as const;
const offset = { 'Upload-Offset': { description: 'The bytes that are stored', schema: count } } as const;
const length = { 'Upload-Length': { description: 'The bytes that the file has', schema: count } } as const;
const bytes = { schema: { type: 'string', format: 'binary' } } as const;

const header = (name: string, description: string, required: boolean, schema: object) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const tusVersion = header('Tus-Resumable', 'The version of tus that the client speaks', false, { type: 'string', enum: ['1.0.0'] });

/** The parts of each method of the door of uploads. */
const methods = {
  PUT: {
    operationId: 'upload_bytes.put',
    parameters: [
      header('Content-Range', 'The place of the body in the file; the whole file without it', false, {
        type: 'string',
        pattern: '^bytes \\d+-\\d+/(?:\\d+|\\*)$',
      }),
    ],
    requestBody: { required: true, content: { 'application/octet-stream': bytes } },
    success: ['204', 'The bytes are stored', offset],
    problems: ['invalid', 'not_found', 'conflict', 'gone', 'too_large', 'unsupported_media_type', 'locked'],
  },
  HEAD: {
    operationId: 'upload_bytes.head',
    parameters: [tusVersion],
    success: ['200', 'How far the upload is', { ...offset, ...length }],
    problems: ['not_found', 'gone', 'precondition_failed', 'locked'],
  },
  PATCH: {
    operationId: 'upload_bytes.patch',
    parameters: [tusVersion, header('Upload-Offset', 'The bytes that are stored before this body', true, count)],
    requestBody: { required: true, content: { 'application/offset+octet-stream': bytes } },
    success: ['204', 'The bytes are stored', offset],
    problems: ['invalid', 'not_found', 'conflict', 'gone', 'precondition_failed', 'too_large', 'unsupported_media_type', 'locked'],
  },
  DELETE: {
    operationId: 'upload_bytes.delete',
    parameters: [tusVersion],
    success: ['204', 'The upload is cancelled', {}],
    problems: ['not_found', 'gone', 'precondition_failed', 'locked'],
  },
} as const;

type Method = keyof typeof methods;

/** The codes of the problems of each method of a door of the API. */
export const doorProblems = ({ methods: served }: ByteDoor) =>
  (served as readonly Method[]).map((method) => [...methods[method].problems, 'unavailable' as const]);

/** Returns the OpenAPI path item of a door of the API: it needs no key. */
export function doorPathItem(door: ByteDoor) {
  const names = [...door.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: 'The secret end of the address',
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    (door.methods as readonly Method[]).map((method) => {
      const { success, problems, parameters: own, ...rest } = methods[method];
      const [status, description, headers] = success;
      const responses = { [status]: { description, headers }, ...problemResponses([...problems, 'unavailable']) };
      const text = { tags: ['Assets'], summary: `${door.summary} (${method})`, description: door.description };
      return [method.toLowerCase(), { ...text, ...rest, security: [], parameters: [...parameters, ...own], responses }];
    }),
  );
}
