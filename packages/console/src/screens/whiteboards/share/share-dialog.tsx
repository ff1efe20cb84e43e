import type { ReactElement } from 'react';
import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { useSpace } from '../../../shell/session.tsx';
import { LinksDialog } from '../../sharing/links-dialog.tsx';
import { readAllLinks } from '../../sharing/public-link.ts';

type ShareLink = Awaited<ReturnType<SpaceClient['whiteboard_share_links']['get']>>;

/** Returns the query of all share links of a whiteboard, newest first. */
const shareLinksQuery = (space_id: string, id: string) => ({
  queryKey: ['space', space_id, 'whiteboard_share_links', 'list', id] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readAllLinks<ShareLink>((page) => spaceClient(space_id).whiteboard_share_links.list({ id, ...page }, { signal })),
});

/** Renders the share links of a whiteboard, the form of a new one, and the end of each. */
export function ShareDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const { whiteboard_share_links } = spaceClient(space.id);
  return (
    <LinksDialog
      about="A link shows the whiteboard as it is, also after later changes, to everyone who has it. They need no account and can change nothing."
      empty="No link yet. Only members of this Space and its keys see this whiteboard."
      query={shareLinksQuery(space.id, id)}
      canWrite={space.scopes.includes('whiteboards:write')}
      sameCall={{ contract: 'whiteboard_share_links', name: 'create', args: { id } }}
      onCreate={(link, idempotency_key) => whiteboard_share_links.create({ id, ...link }, { idempotency_key })}
      onRevoke={({ id: link_id }) => whiteboard_share_links.delete({ id, link_id })}
      onClose={onClose}
    />
  );
}
