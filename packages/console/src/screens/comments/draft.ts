/** Texts of comments that were typed and not sent, by their form. */
export type CommentDrafts = Map<string, string>;

/** The text of one form that was typed and not sent. */
export interface Draft {
  readonly read: () => string | undefined;
  readonly write: (text: string) => void;
}

/** Returns the draft of a form. A blank text ends it. */
export const draftOf = (drafts: CommentDrafts, form: string): Draft => ({
  read: () => drafts.get(form),
  write: (text) => void (text.trim() === '' ? drafts.delete(form) : drafts.set(form, text)),
});
