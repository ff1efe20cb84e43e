import { TextInitial } from 'lucide-react';
import type { ContentKind } from '../../contents/kinds/content-kind.ts';

/** Documents as a kind of content. */
export const documentKind: ContentKind = {
  contract: 'documents',
  versions: 'document_versions',
  noun: 'document',
  label: 'Documents',
  about: 'Texts that people and agents write together.',
  icon: TextInitial,
  none: 'No document yet. People and agents write texts here together.',
  noneFound: 'No title matches. The search also looks into the texts.',
  example: { title: 'Launch plan', markdown: '# Launch\n\nWe launch in May.' },
  readArguments: (id) => ({ id, format: 'outline' }),
  aboutVersions: 'Each change of the text makes a version. A version with a name stays.',
};
