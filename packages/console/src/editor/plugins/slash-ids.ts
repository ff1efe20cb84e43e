/** The id of the list of blocks that a slash offers, in the page. */
export const SLASH_LIST_ID = 'editor-blocks';

/** Returns the id of an offer in the page. */
export const slashOptionId = ({ id }: { readonly id: string }): string => `${SLASH_LIST_ID}-${id}`;
