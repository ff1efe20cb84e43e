import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { spacePath } from '../../../routing/paths.ts';
import { useLeaveGuard } from '../../../shell/leave-guard.tsx';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { Crumbs } from '../crumbs.tsx';
import { type LoadedProps, LoadedThing } from '../loaded-thing.tsx';
import type { Site } from '../queries/site.ts';
import { useEdits } from '../use-edits.ts';
import { SiteForm } from './site-form.tsx';
import { SitePages } from './site-pages.tsx';
import '../publishing.css';

/** Renders a site: its pages in the order of the navigation, and its settings. */
export const SiteScreen = ({ id = '' }: PathArguments): ReactElement => (
  <LoadedThing<Site> contract="sites" id={id} noun="Site" list={['/sites', 'Sites']}>
    {(loaded) => <LoadedSite {...loaded} />}
  </LoadedThing>
);

function LoadedSite({ thing: site, error, onRetry }: LoadedProps<Site>): ReactElement {
  const space = useSpace();
  const [isDeleting, setDeleting] = useState(false);
  const { id, title, url } = site.value;
  const edits = useEdits(site, { contract: 'sites', path: { id }, said: `“${title}” is saved.` });
  const guard = useLeaveGuard(edits.isDirty);
  const mayWrite = space.scopes.includes('pages:write');
  return (
    <>
      <Crumbs path="/sites" label="Sites" />
      <PageHead title={title} about={<span className="mono">{url}</span>}>
        <SameCall contract="sites" name="get" args={{ id }} />
        <a className={buttonClass(undefined)} href={url} target="_blank" rel="noreferrer">
          Open the site
        </a>
        {mayWrite && (
          <Link className={buttonClass('primary')} href={spacePath(space.id, `/pages?site=${id}&new=1`)}>
            Create a page
          </Link>
        )}
      </PageHead>
      {error !== null && <ProblemNotice error={error} onRetry={onRetry} />}
      <SitePages site={site} />
      <SiteForm edits={edits} />
      <div className="row">
        <IdText id={id} />
        {mayWrite && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && <DeleteSiteDialog site={site.value} onClose={() => setDeleting(false)} />}
      {guard}
    </>
  );
}

function DeleteSiteDialog({ site, onClose }: { readonly site: Site; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const count = site.page_ids.length;
  async function remove(): Promise<void> {
    await spaceClient(space.id).sites.delete({ id: site.id, with_pages: count > 0 });
    navigate(spacePath(space.id, '/sites'), { replace: true });
    queries.removeQueries({ queryKey: ['space', space.id, 'sites', 'get', 'thing', { id: site.id }] });
    void Promise.all(['pages', 'sites'].map((name) => queries.invalidateQueries({ queryKey: ['space', space.id, name] })));
    sayDone(`“${site.title}” is deleted.`);
  }
  return (
    <ConfirmDialog title="Delete this site?" action="Delete the site" typed={site.title} onConfirm={remove} onClose={onClose}>
      <p>
        {count === 0 ? 'The site has no pages.' : `${count === 1 ? 'Its page is' : `Its ${count} pages are`} deleted with it.`} Its
        addresses answer “gone” from then on. There is no way back.
      </p>
    </ConfirmDialog>
  );
}
