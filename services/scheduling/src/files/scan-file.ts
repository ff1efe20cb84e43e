import { type CallContext, request } from '@space/bus';
import { formAssets } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { AnswerError } from '../answers/answer-error.ts';

/**
 * Asks the virus scanner about a file before it is stored. Returns why it is refused; undefined for a clean file, and in an installation
 * without a scanner. Throws `unavailable` without an answer. Must not be called inside a transaction.
 */
export async function scanFile(
  { bus, config }: Pick<Ports, 'bus' | 'config'>,
  context: CallContext,
  { name, content_base64 }: { readonly name: string; readonly content_base64: string },
): Promise<AnswerError | undefined> {
  if (config.SPACE_SCANNER === undefined) return undefined;
  const { outcome } = await request(bus, context, formAssets, 'scan', { content_base64 });
  if (outcome === 'clean') return undefined;
  return outcome === 'infected'
    ? new AnswerError('infected', `"${name}" is infected; send another file`)
    : new AnswerError('too_large_to_scan', `"${name}" is larger than the virus scanner takes; send a smaller file`);
}
