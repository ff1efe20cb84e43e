import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { PublicationBadges } from '../publication-badges.tsx';
import type { PostSummary } from '../queries/blog.ts';

/** Props of the table of posts; `onTag` shows the posts of a tag. */
export interface PostTableProps {
  readonly posts: readonly PostSummary[];
  readonly blogTitle: (id: string) => string;
  readonly onTag: (tag: string) => void;
}

/** Renders posts with their blog, their state and their tags. */
export function PostTable({ posts, blogTitle, onTag }: PostTableProps): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Blog</th>
            <th scope="col">State</th>
            <th scope="col">Tags</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/blog/posts/${post.id}`)} className="cut">
                  {post.title}
                </Link>
              </td>
              <td data-label="Blog">
                <span className="cut">{blogTitle(post.collection_id)}</span>
              </td>
              <td data-label="State">
                <PublicationBadges {...post} />
              </td>
              <td data-label="Tags">
                {post.tags.length === 0 ? (
                  '–'
                ) : (
                  <span className="row tags">
                    {post.tags.slice(0, 3).map((tag) => (
                      <Button key={tag} small onClick={() => onTag(tag)}>
                        <span className="cut">{tag}</span>
                      </Button>
                    ))}
                    {post.tags.length > 3 && <span className="soft">and {post.tags.length - 3}</span>}
                  </span>
                )}
              </td>
              <td data-label="Changed">
                <TimeAgo at={post.updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
