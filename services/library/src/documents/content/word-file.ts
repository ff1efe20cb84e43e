import { type CallContext, request } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { type WordRefusal, wordFiles } from '@space/contracts/documents';
import type { Ports } from '@space/runtime';

/** The HTML of a file of Word, and what it lacks of the file. */
interface WordText {
  readonly html: string;
  readonly warnings: readonly string[];
}

/** The reasons for which a file of Word is refused, as ends of a sentence. */
const refusals: Readonly<Record<WordRefusal, string>> = {
  encrypted: 'is encrypted; store a copy without a password',
  too_large: 'unpacks to too much text; divide it',
  worker_ended: 'takes too much time or memory to read; divide it',
  unreadable: 'has a file that is no readable Word document; save it as .docx again',
};

/** Asks media for the HTML of a file of Word. Throws `invalid` for one that cannot be read. */
export async function readWordFile(
  { bus }: Pick<Ports, 'bus'>,
  context: CallContext,
  { sha256, size }: { readonly sha256: string; readonly size: number },
): Promise<WordText> {
  const { content, refusal } = await request(bus, context, wordFiles, 'read', { sha256, size });
  if (content === null) throw invalidFields([{ path: 'asset_id', code: refusal ?? 'invalid', message: refusals[refusal ?? 'unreadable'] }]);
  const { html, pictures, left_out } = content;
  return {
    html,
    warnings: [
      ...(pictures > 0 ? [`${pictures} pictures of the file are left out; upload them as assets and add them.`] : []),
      ...(left_out.length > 0 ? [`Elements without a form in documents are left out: ${left_out.join(', ')}.`] : []),
    ],
  };
}
