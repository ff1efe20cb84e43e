import { PREVIEW_MINUTES } from '@space/contracts/publishing';
import { type SecretBox, sealedToken } from '@space/crypto';
import { type Clock, isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import { z } from 'zod';

const PreviewTarget = z.object({ kind: z.enum(['page', 'post']), space_id: z.string(), id: z.string() });

/** The page or post that a preview shows. */
export type PreviewTarget = z.output<typeof PreviewTarget>;

/** Links to previews. The target and the expiry are sealed in the URL, so no one can forge a link, and none is stored. */
export interface PreviewLinks {
  /** Returns a link that can be opened for `PREVIEW_MINUTES`. */
  create(target: PreviewTarget): { readonly url: string; readonly expires_at: string };
  /** Returns the target of a token; null for a token that has expired or that this installation did not make. */
  read(token: string): PreviewTarget | null;
}

/** Returns the preview links of one installation. */
export function createPreviewLinks(box: SecretBox, clock: Clock, origin: string): PreviewLinks {
  const tokens = sealedToken(box, { purpose: 'preview', schema: PreviewTarget, now: () => clock.now() });
  return {
    create({ kind, space_id, id }) {
      const expiresAt = clock.now() + PREVIEW_MINUTES * MINUTE_MS;
      return { url: `${origin}/preview/${tokens.seal({ kind, space_id, id }, expiresAt)}`, expires_at: isoTime(expiresAt) };
    },
    read: (token) => tokens.open(token) ?? null,
  };
}
