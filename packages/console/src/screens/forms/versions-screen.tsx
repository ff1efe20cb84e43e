import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { useThing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import { makeChange } from '../../shell/change.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { type Form, formsQuery } from './form.ts';
import { FormPreview } from './form-preview.tsx';
import { FormTabs } from './form-tabs.tsx';
import './forms.css';

type Version = Awaited<ReturnType<SpaceClient['forms']['versions']>>['data'][number];

const PAGE_SIZE = 50;

/** Renders the versions of the fields of a form. An earlier one can be brought back as a new version. */
export function VersionsScreen({ id = '' }: { readonly id?: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { data: form } = useThing<Form>(space.id, 'forms', 'get', { id });
  const [seen, setSeen] = useState<Version>();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...formsQuery(space.id), 'versions', id],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).forms.versions({ id, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
  });
  const versions = data?.pages.flatMap((page) => page.data);

  async function bringBack({ version, fields }: Version): Promise<void> {
    setBusy(true);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'forms',
        name: 'update',
        path: { id },
        fields: { fields },
        before: { fields: form!.value.fields },
        etag: form!.etag,
        said: `The fields of version ${version} are back.`,
      });
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <FormTabs id={id} name={form?.value.name} current="/versions" />
      <PageHead title="Versions" about="Each change of the fields makes a version. An answer names the version that it was given to.">
        <SameCall contract="forms" name="versions" args={{ id }} />
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!versions && !error && <Skeleton />}
      {versions && (
        <ol className="form-fields">
          {versions.map((one) => (
            <li key={one.version} className="card row">
              <strong>Version {one.version}</strong>
              <span className="soft">
                {one.fields.length} fields, <TimeAgo at={one.created_at} />
              </span>
              <Button small onClick={() => setSeen(one)}>
                Preview<span className="hidden-text"> version {one.version}</span>
              </Button>
              {one.version === form?.value.version ? (
                <span className="badge good">✓ current</span>
              ) : (
                form &&
                space.scopes.includes('forms:write') && (
                  <Button small disabled={isBusy} onClick={() => void bringBack(one)}>
                    Bring back<span className="hidden-text"> version {one.version}</span>
                  </Button>
                )
              )}
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
      {seen && (
        <Dialog title={`Version ${seen.version}`} open look="wide" onClose={() => setSeen(undefined)}>
          <FormPreview form={{ ...form?.value, name: form?.value.name ?? '', fields: seen.fields }} />
        </Dialog>
      )}
    </>
  );
}
