/** The sentence for guests of an online meeting without an address. */
export const NO_MEETING_LINK = 'Online meeting. There is no link here yet: the host sends it to you.';
