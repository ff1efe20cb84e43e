import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../../api/api-error.ts';
import { Button } from '../../../parts/button.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { placedSentence } from '../faults.ts';
import type { Page } from '../queries/page.ts';

/** Props of what a document uses: the page, the refusal of the last save, and a function that opens a place in the editor. */
export interface PageUsesProps {
  readonly page: Page;
  readonly error: unknown;
  readonly onGoTo: (line: number, column: number) => void;
}

/** Renders the faults of a document with their places, and the forms, booking pages and shared views that it uses. */
export function PageUses({ page, error, onGoTo }: PageUsesProps): ReactElement | null {
  const space = useSpace();
  const refused = error instanceof ApiError ? error.errors.filter(({ path }) => path === 'layout_html').map(({ message }) => message) : [];
  const { forms, booking_pages, shared_views } = page.recognized;
  const things = [
    ...forms.map(({ id, name, embedded }) => ({ href: spacePath(space.id, `/forms/${id}`), name, embedded })),
    ...booking_pages.map(({ id, name, embedded }) => ({ href: spacePath(space.id, `/booking-pages/${id}`), name, embedded })),
  ];
  if (refused.length + page.warnings.length + things.length + shared_views.length === 0) return null;
  return (
    <div className="stack">
      <PlacedList title="Not saved" look="bad" sentences={refused} onGoTo={onGoTo} />
      <PlacedList title="This markup shows nothing" look="warn" sentences={page.warnings} onGoTo={onGoTo} />
      {things.length + shared_views.length > 0 && (
        <details>
          <summary>Uses {things.length + shared_views.length} of this Space</summary>
          <ul className="details-body">
            {things.map(({ href, name, embedded }) => (
              <li key={href}>
                <Link href={href}>{name}</Link> <span className="soft">{embedded ? 'shown' : 'linked'}</span>
              </li>
            ))}
            {shared_views.map(({ url, embedded }) => (
              <li key={url}>
                <span className="mono">{url}</span> <span className="soft">{embedded ? 'shown' : 'linked'}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface PlacedListProps {
  readonly title: string;
  readonly look: 'bad' | 'warn';
  readonly sentences: readonly string[];
  readonly onGoTo: PageUsesProps['onGoTo'];
}

function PlacedList({ title, look, sentences, onGoTo }: PlacedListProps): ReactElement | null {
  if (sentences.length === 0) return null;
  return (
    <div className={`notice ${look}`}>
      <p className="title">{title}</p>
      <ul className="placed">
        {sentences.map(placedSentence).map(({ text, line, column = 1 }) => (
          <li key={text}>
            {text}{' '}
            {line !== undefined && (
              <Button small look="plain" onClick={() => onGoTo(line, column)}>
                Go to line {line}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
