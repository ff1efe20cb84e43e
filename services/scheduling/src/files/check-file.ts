import { type FormField, MAX_FORM_FILE_MB } from '@space/contracts/scheduling';
import { extensionOf, safeKinds } from '@space/file-kinds';
import { AnswerError } from '../answers/answer-error.ts';

/** The name and the bytes of an uploaded file. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The extensions that a field accepts by default. */
const DEFAULT_EXTENSIONS = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'heic',
  'docx',
  'xlsx',
  'pptx',
  'doc',
  'xls',
  'ppt',
  'odt',
  'ods',
  'rtf',
  'txt',
  'csv',
];

/** Returns the extensions that a field accepts, in lower case. */
export const acceptedExtensions = ({ validation = {} }: FormField): readonly string[] =>
  validation.accept?.map((ending) => ending.toLowerCase().replace(/^\./, '')) ?? DEFAULT_EXTENSIONS;

/** Returns the size of the largest file that a field accepts, in MiB. */
export const maxFileMb = ({ validation = {} }: FormField): number => Math.min(validation.max_size_mb ?? MAX_FORM_FILE_MB, MAX_FORM_FILE_MB);

/** Returns the content type of a file, determined from its bytes, or the reason why its field does not accept it. */
export function checkFile(field: FormField, { name, bytes }: UploadedFile): { readonly content_type: string } | AnswerError {
  const most = maxFileMb(field);
  if (bytes.length === 0) return new AnswerError('empty', `"${shorten(name)}" is empty`);
  if (bytes.length > most * 1_048_576) return new AnswerError('too_large', `"${shorten(name)}" is larger than ${most} MB`);
  const accepted = acceptedExtensions(field);
  const ending = extensionOf(name);
  const kind = safeKinds.get(ending);
  if (!kind || !accepted.includes(ending))
    return new AnswerError('wrong_kind', `"${shorten(name)}" is not an accepted kind of file: ${accepted.join(', ')}`);
  if (!kind.matches(bytes)) return new AnswerError('wrong_kind', `"${shorten(name)}" does not match its extension .${ending}`);
  return { content_type: kind.content_type };
}

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 57)}…` : name);
