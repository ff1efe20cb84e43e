import { Presentation } from 'lucide-react';
import type { ContentKind } from '../../contents/kinds/content-kind.ts';

/** Whiteboards as a kind of content. */
export const whiteboardKind: ContentKind = {
  contract: 'whiteboards',
  versions: 'whiteboard_versions',
  noun: 'whiteboard',
  label: 'Whiteboards',
  about: 'Notes, shapes and drawings that people and agents make together.',
  icon: Presentation,
  none: 'No whiteboard yet. People and agents draw here together.',
  noneFound: 'No title matches. The search also looks into the texts on whiteboards.',
  example: { title: 'Sign-up flow' },
  readArguments: (id) => ({ id }),
  aboutVersions: 'Each change of the elements makes a version. A version with a name stays.',
};
