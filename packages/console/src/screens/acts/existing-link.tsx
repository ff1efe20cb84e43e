import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { matchRead } from '../../routing/match-route.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';

/** Props of the link: the refusal, the path of the list, and what runs when the link is followed. */
export interface ExistingLinkProps {
  readonly error: unknown;
  readonly path: string | undefined;
  readonly onFollow?: () => void;
}

/** Renders a link to the entry that a duplicate was refused for; nothing for any other refusal. */
export function ExistingLink({ error, path, onFollow }: ExistingLinkProps): ReactElement | null {
  const space = useSpace();
  const id = error instanceof ApiError ? error.existing_id : undefined;
  const entry = id === undefined || path === undefined ? undefined : `${path}/${encodeURIComponent(id)}`;
  if (entry === undefined || matchRead(entry)?.answer !== 'one') return null;
  return (
    <p>
      <Link href={spacePath(space.id, entry)} {...(onFollow && { onClick: onFollow })}>
        Show the one that exists
      </Link>
    </p>
  );
}
