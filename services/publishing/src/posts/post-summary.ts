/** Returns the excerpt of a post on one line, or the first words of its text when it has none. */
export const postSummary = ({ excerpt, text_summary }: { readonly excerpt: string | null; readonly text_summary: string }): string =>
  excerpt?.replace(/\s+/g, ' ').trim() || text_summary;
