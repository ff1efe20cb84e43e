import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useSpaceIfAny } from './session.tsx';

/** Props of the head of a screen. */
export interface PageHeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

/** The first screen keeps the focus of the document; every later one takes it to its heading. */
let hasMoved = false;

/** Renders the one h1 of a screen with its actions. A new screen has its title in the document, and the focus on its heading. */
export function PageHead({ title, about, children }: PageHeadProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const space = useSpaceIfAny()?.name;
  useEffect(() => {
    document.title = [title, space, 'Space'].filter(Boolean).join(' · ');
  }, [title, space]);
  useEffect(() => {
    if (hasMoved) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    hasMoved = true;
  }, []);
  return (
    <div className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <p className="about">{about}</p>}
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  );
}
