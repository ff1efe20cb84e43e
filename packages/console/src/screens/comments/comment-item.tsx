import './comments.css';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { readSpaceAddress } from '../../editor/model/space-address.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { bodyParts } from './body-parts.ts';

/** A comment on a thing. */
export interface ShownComment {
  readonly id: string;
  readonly author: { readonly kind: string; readonly name: string };
  readonly body: string;
  readonly created_at: string;
  readonly edited_at?: string | null;
}

/** Renders one comment: its author, its time, what can be done with it, and its text, or what stands in place of the text. */
export function CommentItem({
  comment,
  acts,
  children,
}: {
  readonly comment: ShownComment;
  readonly acts?: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const { author, created_at, edited_at } = comment;
  return (
    <div className="comment">
      <p className="row soft">
        <strong>{author.name}</strong>
        {author.kind === 'agent' && <span className="badge">agent</span>}
        <TimeAgo at={created_at} />
        {edited_at && <span>edited</span>}
        {acts}
      </p>
      {children ?? <CommentBody body={comment.body} />}
    </div>
  );
}

function CommentBody({ body }: { readonly body: string }): ReactElement {
  const space = useSpace();
  let from = 0;
  return (
    <p className="comment-body">
      {bodyParts(body).map(({ text, href }) => {
        const key = from;
        from += text.length;
        const path = href && readSpaceAddress(href)?.path;
        return path ? (
          <Link key={key} href={spacePath(space.id, path)}>
            {text}
          </Link>
        ) : (
          <span key={key}>{text}</span>
        );
      })}
    </p>
  );
}
