import { isOnItsWay, type UploadEntry } from './upload-queue.ts';

/** Holds why a file was refused, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  wrong_size: 'The file changed while it was sent. Upload it again.',
  wrong_sha256: 'The file changed while it was sent. Upload it again.',
  type_not_allowed: 'The ending of the name does not fit the content. Correct the name, and upload the file again.',
  infected: 'The virus scanner found something in it. Clean the file, and upload it again.',
  too_large_to_scan: 'It is larger than the virus scanner takes. Divide it, or ask the operator.',
  too_many_pixels: 'The picture has more than 50 megapixels. Make it smaller, and upload it again.',
  metadata_not_removable: 'The metadata of the picture cannot be removed. Save it as JPEG or PNG, and upload it again.',
  unreadable: 'The bytes were lost on the way. Upload the file again.',
  quota_reached: 'The Space has no room for it. Delete files for good, and upload it again.',
  asset_missing: 'The file that it replaces was deleted. Upload it as a new file.',
};

/** Returns why a file was refused, and what to do. */
export const reasonText = (reason: string | null): string =>
  reasons[reason ?? ''] ?? `The check of the file refused it${reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`}.`;

/** The part of the bytes after which progress is said again, in percent: a reader speaks it. */
const STEP = 25;

/** Returns how far uploads are, as one sentence for each state. It changes rarely, because it is read aloud. */
export function progressText(entries: readonly UploadEntry[]): string {
  const count = (isCounted: (entry: UploadEntry) => boolean) => entries.filter(isCounted).length;
  const moving = entries.filter(isOnItsWay);
  const total = moving.reduce((sum, { size }) => sum + size, 0);
  const sent = moving.reduce((sum, one) => sum + one.sent, 0);
  const percent = total === 0 ? 0 : Math.floor((sent / total) * (100 / STEP)) * STEP;
  const inPhase = (wanted: UploadEntry['phase']) => count(({ phase }) => phase === wanted);
  return [
    moving.length > 0 && `${files(moving.length)} on the way, ${percent} % sent.`,
    says(inPhase('checking'), 'being checked'),
    says(inPhase('ready'), 'uploaded'),
    says(inPhase('rejected'), 'refused'),
    says(inPhase('failed'), 'not sent'),
  ]
    .filter(Boolean)
    .join(' ');
}

const files = (number: number): string => (number === 1 ? '1 file' : `${number} files`);

const says = (number: number, state: string): string => (number === 0 ? '' : `${files(number)} ${number === 1 ? 'is' : 'are'} ${state}.`);
