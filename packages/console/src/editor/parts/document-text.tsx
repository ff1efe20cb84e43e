import '../styles/around-text.css';
import '../styles/blocks.css';
import '../../live-editing/people.css';
import '../styles/text.css';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import type { LiveState } from '../../live-editing/live-state.ts';
import { LiveNotice } from '../../live-editing/parts/live-status.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import type { CommentPlace } from '../model/comment-place.ts';
import type { EditorFacts, MountedEditor } from '../mounted-editor.ts';
import { ContextBar } from './context-bar.tsx';
import { CopyText } from './copy-text.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { SlashList } from './slash-list.tsx';
import { Toolbar } from './toolbar.tsx';
import { type EditorSource, KEYS_HELP_ID, useEditor } from './use-editor.ts';
import { useReferences } from './use-references.ts';

/** The knowledge of the parts around a text about it. */
export interface AroundText {
  readonly editor: MountedEditor | undefined;
  readonly facts: EditorFacts | undefined;
  readonly live: LiveState | undefined;
}

/** Props of the text of a document: its source, its name for readers, and what stands before and next to it. */
export interface DocumentTextProps {
  readonly source: EditorSource;
  readonly label: string;
  readonly before?: (around: AroundText) => ReactNode;
  readonly aside?: (around: AroundText) => ReactNode;
  /** Begins a comment on a place; without it there is no way to. */
  readonly onComment?: (place: CommentPlace) => void;
}

type OpenDialog = 'link' | 'image' | 'embed' | 'keys' | undefined;

/** Renders the text of a document, with its toolbar where it can be changed. */
export function DocumentText({ source, label, before, aside, onComment }: DocumentTextProps): ReactElement {
  const [dialog, setDialog] = useState<OpenDialog>();
  const toolbar = useRef<HTMLDivElement>(null);
  const help = useRef<HTMLParagraphElement>(null);
  const references = useReferences();
  const { host, editor, facts, live, error } = useEditor(source, label, references, {
    onDialog: setDialog,
    onComment: comment,
    onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    onLeave: () => help.current?.focus(),
    onFailed: sayFailed,
  });
  const isEditable = editor !== undefined && facts?.isEditable === true;
  const isReading = error === undefined && (!editor || (live !== undefined && !live.isSynced && live.phase !== 'ended'));
  const around = { editor, facts, live };
  function comment(): void {
    if (editor) onComment?.(editor.getPlace());
  }
  function choose(act: string, ...values: string[]): void {
    setDialog(undefined);
    editor?.apply(act, ...values);
  }
  return (
    <>
      {before?.(around)}
      <LiveNotice live={live} noun="document" copy={<CopyText editor={editor} />} />
      {error !== undefined && <ProblemNotice error={error} onRetry={() => location.reload()} />}
      {facts && facts.left_out > 0 && (
        <p className="notice warn">
          {facts.left_out === 1 ? 'One block is' : `${facts.left_out} blocks are`} not shown, because this version of the console does not
          know their kind.
        </p>
      )}
      <div className="doc-columns">
        <div className="doc-sheet">
          {isEditable && (
            <Toolbar ref={toolbar} editor={editor} selection={facts.selection} onDialog={setDialog} onComment={onComment && comment} />
          )}
          {isReading && <Skeleton />}
          <div ref={host} className={isReading ? 'doc-host reading' : 'doc-host'} />
          {isEditable && (
            <ContextBar editor={editor} selection={facts.selection} onLink={() => setDialog('link')} onOpen={references.open} />
          )}
          <p ref={help} id={KEYS_HELP_ID} tabIndex={-1} className={isEditable ? 'soft doc-help' : 'hidden-text'}>
            Type / for blocks. Alt F10 goes to the toolbar, Escape leaves the text, Ctrl / lists all keys.
          </p>
          {editor && facts?.slash && (
            <>
              <SlashList editor={editor} menu={facts.slash} />
              <p role="status" className="hidden-text">
                {facts.slash.choices.length} blocks. Arrows choose one, Enter inserts it.
              </p>
            </>
          )}
        </div>
        {aside?.(around)}
      </div>
      {dialog === 'link' && (
        <LinkDialog
          href={facts?.selection.link ?? ''}
          onSave={(href) => choose('link', href)}
          onRemove={facts?.selection.link === undefined ? undefined : () => choose('unlink')}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'image' && <ImageDialog onChoose={(src, alt) => choose('image', src, alt)} onClose={() => setDialog(undefined)} />}
      {dialog === 'embed' && <EmbedDialog onChoose={(href, name) => choose('embed', href, name)} onClose={() => setDialog(undefined)} />}
      {dialog === 'keys' && <KeysDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}
