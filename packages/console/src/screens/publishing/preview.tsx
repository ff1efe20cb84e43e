import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../api/space-client.ts';
import { PreviewFrame } from '../../parts/preview-frame.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';

/** A link ends after an hour; a new one is asked for before. */
const FRESH_MS = 50 * 60_000;

/** Renders the preview of a page or post as the next publish shows it. It follows each save, because a save makes the link stale. */
export function Preview({
  contract,
  id,
  title,
}: {
  readonly contract: 'pages' | 'blog_posts';
  readonly id: string;
  readonly title: string;
}): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: ['space', space.id, contract, 'preview', id],
    queryFn: async ({ signal }) => (await call(space.id, contract, 'preview', { id }, { signal })) as { readonly url: string },
    staleTime: FRESH_MS,
  });
  const isPhone = matchMedia('(max-width: 719px)').matches;
  return (
    <section className="stack" aria-label="Preview">
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      <PreviewFrame title={`Preview of “${title}”`} src={data?.url} width={isPhone ? 'phone' : 'desktop'} onReload={() => void refetch()} />
    </section>
  );
}
