import { useState } from 'react';

/** The right with which a content is open live, and the reason for which it is held: another right, while changes are not saved. */
export interface OpenedRight {
  readonly opened: boolean;
  readonly why: string | undefined;
}

/** Returns the right with which a content stays open: another right opens the content again, which forgets what is not saved. */
export function useOpenedRight(mayWrite: boolean, isUnsaved: boolean): OpenedRight {
  const [opened, setOpened] = useState(mayWrite);
  if (opened !== mayWrite && !isUnsaved) setOpened(mayWrite);
  return { opened, why: opened === mayWrite ? undefined : 'Your rights in this Space have changed.' };
}
