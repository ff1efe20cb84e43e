import type { ReactElement } from 'react';
import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { useSpace } from '../../../shell/session.tsx';
import { LinksDialog } from '../../sharing/links-dialog.tsx';
import { readAllLinks } from '../../sharing/public-link.ts';

type ShareLink = Awaited<ReturnType<SpaceClient['document_share_links']['get']>>;

/** Returns the query of all share links of a document, newest first. */
const shareLinksQuery = (space_id: string, id: string) => ({
  queryKey: ['space', space_id, 'document_share_links', 'list', id] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readAllLinks<ShareLink>((page) => spaceClient(space_id).document_share_links.list({ id, ...page }, { signal })),
});

/** Renders the share links of a document, the form of a new one, and the end of each. */
export function ShareDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const { document_share_links } = spaceClient(space.id);
  return (
    <LinksDialog
      about="A link shows the present text with its pictures, also after later changes, to everyone who has it. They need no account and can change nothing."
      empty="No link yet. Only members of this Space and its keys read this document."
      query={shareLinksQuery(space.id, id)}
      canWrite={space.scopes.includes('documents:write')}
      sameCall={{ contract: 'document_share_links', name: 'create', args: { id } }}
      onCreate={(link, idempotency_key) => document_share_links.create({ id, ...link }, { idempotency_key })}
      onRevoke={({ id: link_id }) => document_share_links.delete({ id, link_id })}
      onClose={onClose}
    />
  );
}
