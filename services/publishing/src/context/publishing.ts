import type { Ports } from '@space/runtime';
import { createPageContexts, type PageContexts, publicOrigin } from '@space/web';
import { type BlogTemplates, createBlogTemplates } from '../post-texts/blog-templates.ts';
import { createPostTexts, type PostTexts } from '../post-texts/post-texts.ts';
import { type AssetReader, createAssetReader } from '../references/asset-reader.ts';
import { createOutlineReader, type OutlineReader } from '../references/outline-reader.ts';
import { createDocumentThread, type DocumentThread } from '../threads/document-thread.ts';

/** The dependencies that the handlers of pages and blogs share. */
export interface Publishing {
  readonly ports: Ports;
  /** The public origin, without a slash at its end. */
  readonly origin: string;
  /** The looks of Spaces and the languages of visitors. */
  readonly contexts: PageContexts;
  readonly thread: DocumentThread;
  readonly outlines: OutlineReader;
  readonly assets: AssetReader;
  readonly texts: PostTexts;
  readonly templates: BlogTemplates;
}

/** Returns the dependencies of the handlers of pages and blogs. */
export function createPublishing(ports: Ports): Publishing {
  const origin = publicOrigin(ports.config);
  const thread = createDocumentThread();
  return {
    ports,
    origin,
    contexts: createPageContexts(ports),
    thread,
    outlines: createOutlineReader(origin, thread),
    assets: createAssetReader(origin, thread),
    texts: createPostTexts(ports.database, thread),
    templates: createBlogTemplates(ports.database, thread),
  };
}
