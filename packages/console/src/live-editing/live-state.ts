/** The things that people edit together, as words. */
export type LiveNoun = 'document' | 'whiteboard';

/** The reason for which a content is not live and will not be by itself. */
export type EndReason =
  /** The person lost the right. */
  | 'not_allowed'
  /** The content was deleted or is in the trash. */
  | 'gone'
  /** The service refused a change of this editor. */
  | 'refused'
  /** The content has parts that this editor does not know. */
  | 'old_editor'
  /** The service speaks another protocol. */
  | 'unknown_protocol'
  /** The browser or the service has no live editing. */
  | 'unavailable';

/** The state of live editing as people see it. */
export interface LiveState {
  /**
   * `connecting`: no content yet. `live`: connected. `offline`: the content is there, the connection is not, and it is tried again.
   * `ended`: it is not tried again.
   */
  readonly phase: 'connecting' | 'live' | 'offline' | 'ended';
  readonly reason?: EndReason;
  /** The words of the service about the end, for people. */
  readonly detail?: string;
  /** True once the content of the service is here. */
  readonly isSynced: boolean;
  readonly mayWrite: boolean;
  /** True while a change of this editor is not confirmed. */
  readonly isUnsaved: boolean;
}

/** Returns a state in words. */
export function liveWords({ phase, reason, detail, isUnsaved, isSynced, mayWrite }: LiveState, noun: LiveNoun): string {
  if (phase === 'ended') return endWords(noun, reason, detail, isUnsaved);
  if (phase === 'connecting') return 'Connecting …';
  if (phase === 'offline')
    return !isSynced
      ? `No connection. The ${noun} opens when there is one.`
      : isUnsaved
        ? 'Offline. Your changes stay in this tab and are sent when there is a connection.'
        : 'Offline. You can go on; changes are sent when there is a connection.';
  if (!mayWrite) return `You can read this ${noun}. Changes of others appear by themselves.`;
  return isUnsaved ? 'Saving …' : 'Saved';
}

function endWords(noun: LiveNoun, reason: EndReason | undefined, detail: string | undefined, isUnsaved: boolean): string {
  const lost = isUnsaved ? ' Your last changes are not saved; copy them before you leave.' : '';
  switch (reason) {
    case 'old_editor':
      return `This ${noun} has content that this version of the console does not know. Reload the page to get the current version.${lost}`;
    case 'refused':
      return `The service refused a change: ${detail?.replace(/\.$/, '') || `it breaks a rule of ${noun}s`}. Reload the page to go on with what is saved.${lost}`;
    case 'not_allowed':
      return `You may no longer change this ${noun}.${lost}`;
    case 'gone':
      return `This ${noun} was deleted or is in the trash.${lost}`;
    case 'unknown_protocol':
      return `This version of the console cannot edit ${noun}s of this service. Reload the page to get the current version.${lost}`;
    default:
      return `Live editing is not available${detail ? `: ${detail.replace(/\.$/, '')}` : ''}. You can read the ${noun}.${lost}`;
  }
}

/** Returns the short word of a state, for a badge. */
export function liveBadge({
  phase,
  isUnsaved,
  isSynced,
  mayWrite,
}: LiveState): readonly [text: string, look: 'good' | 'warn' | 'bad' | ''] {
  if (phase === 'ended') return ['Not live', 'bad'];
  if (phase === 'connecting') return ['Connecting', ''];
  if (phase === 'offline') return [isUnsaved && isSynced ? 'Offline, unsaved' : 'Offline', 'warn'];
  if (!mayWrite) return ['Read only', ''];
  return isUnsaved ? ['Saving', ''] : ['Saved', 'good'];
}
