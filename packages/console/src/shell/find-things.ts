import { spaceClient } from '../api/space-client.ts';
import { spacePath } from '../routing/paths.ts';
import type { Found } from './use-found.ts';

/** The headings of kinds whose name is not the kind in words. */
const headings: Readonly<Record<string, string>> = {
  event_subscription: 'Listeners',
  blog_collection: 'Blogs',
  integration: 'Connections',
};

const headingOf = (kind: string): string => headings[kind] ?? `${kind[0]!.toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}s`;

/** Returns the things that a search finds, as commands that open their screens. Never throws: a failure is the note. */
export async function findThings(space_id: string, q: string, navigate: (path: string) => void): Promise<Found> {
  try {
    const { data, incomplete } = await spaceClient(space_id).search.find({ q: q.slice(0, 100) });
    return {
      things: data.map(({ kind, id, title, detail, path }) => ({
        label: title || id,
        group: headingOf(kind),
        thing: { id, detail: detail ?? '' },
        run: () => navigate(spacePath(space_id, path)),
      })),
      note: incomplete.length > 0 ? `Some parts did not answer in time: ${incomplete.join(', ')}.` : undefined,
    };
  } catch (error) {
    return { things: [], note: error instanceof Error ? error.message : 'The search failed.' };
  }
}
