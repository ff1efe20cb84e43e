import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/space-client.ts';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { pushUndo } from '../../shell/undo.ts';
import { type PublishArguments, type Publishable, revertOf } from './publication.ts';

/** The answer of a publish operation. */
interface Answer {
  readonly before: Parameters<typeof revertOf>[1];
}

/** Returns a function that publishes a page or post, or takes it down, now or later. It can be undone where one call can. Rejects with ApiError. */
export function usePublish(contract: 'pages' | 'blog_posts', { id, title }: Publishable): (args: PublishArguments) => Promise<void> {
  const space = useSpace();
  const queries = useQueryClient();
  async function run(args: PublishArguments): Promise<Answer> {
    const answer = (await call(space.id, contract, 'publish', { id, ...args })) as Answer;
    const stale = contract === 'pages' ? ['pages', 'page_versions'] : [contract];
    await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: ['space', space.id, name] })));
    return answer;
  }
  return async (args) => {
    const { before } = await run(args);
    const said = sentence(title, args);
    const revert = revertOf(args, before);
    if (revert) pushUndo({ said, undo: () => run(revert) });
    sayDone(said);
  };
}

function sentence(title: string, { publish, publish_at, unpublish_at }: PublishArguments): string {
  const at = publish ? publish_at : unpublish_at;
  if (at === null) return `The schedule of “${title}” is cancelled.`;
  if (at !== undefined) return `“${title}” is scheduled.`;
  return publish ? `“${title}” is published.` : `“${title}” is unpublished.`;
}
