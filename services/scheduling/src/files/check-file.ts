import { type FormField, MAX_FORM_FILE_MB } from '@space/contracts/scheduling';
import { Fault } from '../answers/fault.ts';
import { endingOf, fileKinds } from './file-kinds.ts';

/** A file as it came: its name and its bytes. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The kinds that a field takes when it does not say. */
const USUAL = [
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
export const acceptedBy = ({ validation = {} }: FormField): readonly string[] =>
  validation.accept?.map((ending) => ending.toLowerCase().replace(/^\./, '')) ?? USUAL;

/** The largest file that a field takes, in MiB. */
export const largestFor = ({ validation = {} }: FormField): number =>
  Math.min(validation.max_size_mb ?? MAX_FORM_FILE_MB, MAX_FORM_FILE_MB);

/** What a file is by its own bytes, when its field takes it; a Fault that says what is wrong with it otherwise. */
export function checkFile(field: FormField, { name, bytes }: GivenFile): { readonly content_type: string } | Fault {
  const most = largestFor(field);
  if (bytes.length === 0) return new Fault('empty', `"${short(name)}" is empty`);
  if (bytes.length > most * 1_048_576) return new Fault('too_large', `"${short(name)}" is larger than ${most} MB`);
  const accepted = acceptedBy(field);
  const ending = endingOf(name);
  const kind = fileKinds.get(ending);
  if (!kind || !accepted.includes(ending))
    return new Fault('wrong_kind', `"${short(name)}" is not of a kind that is taken here: ${accepted.join(', ')}`);
  if (!kind.isLike(bytes)) return new Fault('wrong_kind', `"${short(name)}" is not what its ending .${ending} says`);
  return { content_type: kind.content_type };
}

const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 57)}…` : name);

/** A file name that is safe to show and to save under: one line, without folders. */
export function safeName(name: string): string {
  const last = name
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{C}"]/gu, '')
    .trim();
  return (last === '' || last === '.' || last === '..' ? 'file' : last).slice(-200).toWellFormed();
}
