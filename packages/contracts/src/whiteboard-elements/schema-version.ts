/** The version of the fields of elements: an editor with another one could lose what others wrote, so it must not change a whiteboard. */
export const BOARD_SCHEMA_VERSION = 1;
