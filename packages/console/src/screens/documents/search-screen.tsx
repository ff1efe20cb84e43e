import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { useTyped } from '../../routing/use-typed.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { documentsKey } from './library/document.ts';

/** Documents that the screen shows at most. */
const SHOWN = 50;

const params = { q: text };

/** Renders a search of the titles and texts of documents, best first. */
export function SearchScreen(_: PathArguments): ReactElement {
  const space = useSpace();
  const [values, setParams] = useSearchParams(params);
  const q = values.q?.trim() ?? '';
  const [typed, setTyped] = useTyped(values.q ?? '', (next) => setParams({ q: next === '' ? undefined : next }, { replace: true }));
  const { data, error, refetch } = useQuery({
    queryKey: [...documentsKey(space.id), 'search', { q }],
    queryFn: ({ signal }) => spaceClient(space.id).documents.search({ q, max_results: SHOWN }, { signal }),
    enabled: q !== '',
    placeholderData: (before) => before,
  });
  const found = q === '' ? undefined : data?.data;
  return (
    <>
      <PageHead
        title="Search documents"
        about="Every word must occur, in the title or in the text. The last one may be the beginning of a word."
      >
        <SameCall contract="documents" name="search" args={{ q: q || 'launch plan' }} />
      </PageHead>
      <PlaceTabs path="/documents/search" />
      <search>
        <TextField label="Words" type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </search>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {q !== '' && !data && !error && <Skeleton />}
      <p role="status" className="soft">
        {found && (found.length === 1 ? '1 document' : `${found.length}${found.length === SHOWN ? '+' : ''} documents`)}
      </p>
      {q === '' && <EmptyState sentence="Type words to find documents." />}
      {found && found.length > 0 && (
        <ol className="stack">
          {found.map(({ id, title, folder_path, snippet }) => (
            <li key={id} className="card">
              <Link href={spacePath(space.id, `/documents/${id}`)}>{title}</Link>
              {folder_path && <span className="soft"> in {folder_path}</span>}
              <p>{snippet}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
