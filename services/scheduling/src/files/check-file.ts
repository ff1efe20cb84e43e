import { type FormField, MAX_FORM_FILE_MB } from '@space/contracts/scheduling';
import { AnswerError } from '../answers/answer-error.ts';
import { extensionOf, fileKinds } from './file-kinds.ts';

/** A file as it came: its name and its bytes. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The kinds that a field takes when it does not say. */
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

/** The endings that a field takes, in lower case. */
export const acceptedExtensions = ({ validation = {} }: FormField): readonly string[] =>
  validation.accept?.map((ending) => ending.toLowerCase().replace(/^\./, '')) ?? DEFAULT_EXTENSIONS;

/** The largest file that a field takes, in MiB. */
export const maxFileMb = ({ validation = {} }: FormField): number => Math.min(validation.max_size_mb ?? MAX_FORM_FILE_MB, MAX_FORM_FILE_MB);

/** What a file is by its own bytes, when its field takes it; a Fault that says what is wrong with it otherwise. */
export function checkFile(field: FormField, { name, bytes }: UploadedFile): { readonly content_type: string } | AnswerError {
  const most = maxFileMb(field);
  if (bytes.length === 0) return new AnswerError('empty', `"${shorten(name)}" is empty`);
  if (bytes.length > most * 1_048_576) return new AnswerError('too_large', `"${shorten(name)}" is larger than ${most} MB`);
  const accepted = acceptedExtensions(field);
  const ending = extensionOf(name);
  const kind = fileKinds.get(ending);
  if (!kind || !accepted.includes(ending))
    return new AnswerError('wrong_kind', `"${shorten(name)}" is not of a kind that is taken here: ${accepted.join(', ')}`);
  if (!kind.matches(bytes)) return new AnswerError('wrong_kind', `"${shorten(name)}" is not what its ending .${ending} says`);
  return { content_type: kind.content_type };
}

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 57)}…` : name);

/** A file name that is safe to show and to save under: one line, without folders. */
export function safeName(name: string): string {
  const last = name
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{C}"]/gu, '')
    .trim();
  return (last === '' || last === '.' || last === '..' ? 'file' : last).slice(-200).toWellFormed();
}
