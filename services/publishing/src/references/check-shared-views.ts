import { type Bus, type CallContext, request } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { shareLinkDirectory } from '@space/contracts/tables';
import { MAX_WARNINGS } from './embed-warnings.ts';
import type { Outline } from './outline.ts';
import { requireAnswer } from './require-answer.ts';

/** Characters of a token that a sentence shows; the whole one would open the view. */
const SHOWN_CHARACTERS = 12;

/**
 * Returns a sentence about each shared view that a document shows and visitors do not see, since its link has a password: no frame
 * shows the page that asks for it. Rejects a document that shows a shared view whose link does not open: it is unknown, revoked or
 * expired, or belongs to another Space. Links to shared views are not checked, nor are documents that were saved before. Must not be
 * called inside a transaction.
 */
export async function checkSharedViews(
  bus: Pick<Bus, 'request'>,
  context: CallContext,
  { shared_views = [] }: Outline,
): Promise<readonly string[]> {
  const shown = shared_views.filter(({ embedded }) => embedded);
  if (shown.length === 0) return [];
  const { tokens, with_password = [] } = await requireAnswer(
    request(bus, context, shareLinkDirectory, 'resolve', { tokens: [...new Set(shown.map(({ token }) => token))] }),
    { resources: 'share links', service: 'tables' },
  );
  const open = new Set(tokens);
  const errors = shown.flatMap(({ token, line = 1, column = 1 }) =>
    open.has(token)
      ? []
      : [
          {
            path: 'layout_html',
            code: 'unresolved_shared_view',
            message: `line ${line}, column ${column}: no share link of this Space opens at "${shownAddress(token)}"`,
          },
        ],
  );
  if (errors.length > 0)
    throw new Problem(
      'unresolved_reference',
      `layout_html: ${errors[0]!.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}; use the url of a share link.`,
      { errors },
    );
  const locked = new Set(with_password);
  return shown
    .filter(({ token }) => locked.has(token))
    .slice(0, MAX_WARNINGS)
    .map(
      ({ token, line = 1, column = 1 }) =>
        `line ${line}, column ${column}: the frame of "${shownAddress(token)}" shows nothing, since the share link has a password; use a link without one, or link to it`,
    );
}

const shownAddress = (token: string): string => `/t/${token.slice(0, SHOWN_CHARACTERS)}…`;
