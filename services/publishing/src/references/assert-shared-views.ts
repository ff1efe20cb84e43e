import { type Bus, type CallContext, request } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { shareLinkDirectory } from '@space/contracts/tables';
import type { Outline } from './outline.ts';
import { requireAnswer } from './require-answer.ts';

/** Characters of a token that an error shows. */
const SHOWN_CHARACTERS = 12;

/**
 * Rejects a document that shows a shared view whose link does not open: it is unknown, revoked or expired, or belongs to another
 * Space. Links to shared views are not checked, nor are documents that were saved before. Must not be called inside a transaction.
 */
export async function assertSharedViews(bus: Pick<Bus, 'request'>, context: CallContext, { shared_views = [] }: Outline): Promise<void> {
  const shown = shared_views.filter(({ embedded }) => embedded);
  if (shown.length === 0) return;
  const { tokens } = await requireAnswer(
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
            message: `line ${line}, column ${column}: no share link of this Space opens at "/t/${token.slice(0, SHOWN_CHARACTERS)}…"`,
          },
        ],
  );
  if (errors.length > 0)
    throw new Problem(
      'unresolved_reference',
      `layout_html: ${errors[0]!.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}; use the url of a share link.`,
      { errors },
    );
}
