import { lazy, type ReactElement, Suspense } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../parts/button.tsx';
import { PageHead } from '../shell/page-head.tsx';

const CreateSpace = lazy(() => import('./me/spaces.tsx').then(({ CreateSpace: part }) => ({ default: part })));

/** Renders the screen of an address that leads nowhere. */
export const NotFound = (): ReactElement => (
  <>
    <PageHead title="There is nothing here" about="The address is wrong, the thing was deleted, or your role cannot see it." />
    <p>
      <Link href="/" className={buttonClass('primary')}>
        Go to the start
      </Link>
    </p>
  </>
);

/** Renders the screen of a Space that is closed to the person. */
export const NotMember = (): ReactElement => (
  <>
    <PageHead
      title="This Space is closed to you"
      about="You are not, or no longer, a member of it. Ask an admin of the Space for an invitation, or check the address."
    />
    <p>
      <Link href="/" className={buttonClass('primary')}>
        Go to the start
      </Link>
    </p>
  </>
);

/** Renders the screen of a person who is in no Space. */
export const NoSpaces = (): ReactElement => (
  <>
    <PageHead title="You are in no Space yet" about="Create one, or ask an admin of a Space for an invitation." />
    <Suspense fallback={null}>
      <CreateSpace />
    </Suspense>
  </>
);
