import { PREVIEW_MINUTES } from '@space/contracts/publishing';
import type { SecretBox } from '@space/crypto';
import { type Clock, isoTime } from '@space/database';
import { z } from 'zod';

const PURPOSE = 'preview';

const Sealed = z.object({
  purpose: z.literal(PURPOSE),
  kind: z.enum(['page', 'post']),
  space_id: z.string(),
  id: z.string(),
  until: z.number(),
});

/** What a preview shows. */
type PreviewTarget = Pick<z.output<typeof Sealed>, 'kind' | 'space_id' | 'id'>;

/** Links to previews: what one shows and how long is sealed in its address, so nobody makes or changes one, and none is kept. */
export interface PreviewLinks {
  create(previewed: PreviewTarget): { readonly url: string; readonly expires_at: string };
  /** What a token shows; null for one that is over, or none of ours. */
  read(token: string): PreviewTarget | null;
}

/** The links of one Space API. */
export function createPreviewLinks(box: SecretBox, clock: Clock, origin: string): PreviewLinks {
  return {
    create({ kind, space_id, id }) {
      const sealed: z.output<typeof Sealed> = { purpose: PURPOSE, kind, space_id, id, until: clock.now() + PREVIEW_MINUTES * 60_000 };
      const token = box.seal(JSON.stringify(sealed)).toString('base64url');
      return { url: `${origin}/preview/${token}`, expires_at: isoTime(sealed.until) };
    },
    read(token) {
      try {
        const sealed = Sealed.parse(JSON.parse(box.open(Buffer.from(token, 'base64url'))));
        return sealed.until > clock.now() ? sealed : null;
      } catch {
        return null;
      }
    },
  };
}
