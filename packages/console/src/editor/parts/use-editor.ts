import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LiveState } from '../../live-editing/live-state.ts';
import type { LiveTicket } from '../../live-editing/ticket.ts';
import type { BlockJson } from '../model/blocks-to-doc.ts';
import type { EditorFacts, MountedEditor, PageRequests } from '../mounted-editor.ts';
import type { References } from '../node-views/references.ts';

/** The source of a text: the live document, or blocks that are shown only. Another `key` is another text, and so are other blocks. */
export type EditorSource =
  | { readonly kind: 'live'; readonly key: string; readonly name: string; readonly getTicket: () => Promise<LiveTicket> }
  | { readonly kind: 'blocks'; readonly key: string; readonly blocks: readonly BlockJson[] };

/** An editor on the page, as its parts need it. */
export interface EditorOnPage {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly editor: MountedEditor | undefined;
  readonly facts: EditorFacts | undefined;
  readonly live: LiveState | undefined;
  /** The failure to load the script of the editor. */
  readonly error: unknown;
}

/** The id of the sentence that describes the keys. */
export const KEYS_HELP_ID = 'editor-keys';

const never = (): (() => void) => () => undefined;

/** Mounts an editor in the element of `host`. Its script is loaded then. */
export function useEditor(source: EditorSource, label: string, references: References, requests: PageRequests): EditorOnPage {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<MountedEditor>();
  const [error, setError] = useState<unknown>();
  const current = useRef({ source, references, requests });
  current.current = { source, references, requests };
  const blocks = source.kind === 'blocks' ? source.blocks : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the source, and blocks that were read again for themselves
  useEffect(() => {
    let isGone = false;
    let mounted: MountedEditor | undefined;
    async function load(): Promise<void> {
      try {
        const { editDocument, showBlocks } = await import('../mount-document.ts');
        if (isGone || !host.current) return;
        const options = { host: host.current, label, help: KEYS_HELP_ID, ...laterOptions(current) };
        const from = current.current.source;
        mounted = from.kind === 'live' ? editDocument(options, from) : showBlocks(options, from.blocks);
        setEditor(mounted);
      } catch (failure) {
        if (!isGone) setError(failure);
      }
    }
    void load();
    return () => {
      isGone = true;
      mounted?.destroy();
      setEditor(undefined);
      setError(undefined);
    };
  }, [source.kind, source.key, blocks, label]);
  const subscribe = editor?.subscribe ?? never;
  const facts = useSyncExternalStore(subscribe, () => editor?.getFacts());
  const live = useSyncExternalStore(subscribe, () => editor?.getLive());
  return { host, editor, facts, live, error };
}

/** Returns requests and references that call those of the last render. */
function laterOptions(current: RefObject<{ readonly references: References; readonly requests: PageRequests }>): {
  readonly references: References;
  readonly requests: PageRequests;
} {
  return {
    references: {
      hrefOf: (href) => current.current.references.hrefOf(href),
      kindOf: (href) => current.current.references.kindOf(href),
      nameOf: (href) => current.current.references.nameOf(href),
      pictureOf: (src) => current.current.references.pictureOf(src),
      open: (href) => current.current.references.open(href),
    },
    requests: {
      onDialog: (dialog) => current.current.requests.onDialog(dialog),
      onComment: () => current.current.requests.onComment(),
      onToolbar: () => current.current.requests.onToolbar(),
      onLeave: () => current.current.requests.onLeave(),
      onFailed: (failure) => current.current.requests.onFailed(failure),
    },
  };
}
