import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { blogsQuery } from '../queries/blog.ts';
import type { Page } from '../queries/page.ts';

/** Renders the dialog that deletes a page. It names what else shows the page. */
export function DeletePageDialog({ page, onClose }: { readonly page: Page; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const blogs = useQuery(blogsQuery(space.id)).data?.filter(({ index_page_id }) => index_page_id === page.id) ?? [];
  async function remove(): Promise<void> {
    await spaceClient(space.id).pages.delete({ id: page.id });
    navigate(spacePath(space.id, '/pages'), { replace: true });
    queries.removeQueries({ queryKey: ['space', space.id, 'pages', 'get', 'thing', { id: page.id }] });
    void Promise.all(['pages', 'sites'].map((name) => queries.invalidateQueries({ queryKey: ['space', space.id, name] })));
    sayDone(`“${page.title}” is deleted.`);
  }
  return (
    <ConfirmDialog title="Delete this page?" action="Delete the page" typed={page.title} onConfirm={remove} onClose={onClose}>
      <p>The page goes for good, with its versions.</p>
      {page.published_slug !== null && <p>Its address answers “gone” from then on.</p>}
      {page.is_home && <p>It is the home page of its site.</p>}
      {blogs.map(({ id, title }) => (
        <p key={id}>The blog “{title}” shows it in the place of its list of posts.</p>
      ))}
    </ConfirmDialog>
  );
}
