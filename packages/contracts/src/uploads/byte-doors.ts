import { type ByteDoor, byteDoor } from '../core/byte-door.ts';

/** The address at which the bytes of an upload arrive. */
export const uploadDoor = byteDoor({
  name: 'upload_bytes',
  summary: 'Send the bytes of an upload',
  description:
    'The address is the `upload_url` of an upload, and it is the right to send its bytes: it needs no key. PUT sends the whole file. HEAD, PATCH and DELETE are those of tus 1.0, with which a client continues after a break.',
  origin: 'api',
  path: '/uploads/:token',
  methods: ['PUT', 'HEAD', 'PATCH', 'DELETE'],
});

/** The address at which everyone reads an asset that is public. */
export const publicContentDoor = byteDoor({
  name: 'public_content',
  summary: 'Read a public asset',
  description: 'Answers the bytes of an asset that is public or that something published shows. The name at the end is for readers only.',
  origin: 'public',
  path: '/a/:asset_id/:name',
  methods: ['GET', 'HEAD'],
});

/** The address at which the holder of a signed link reads an asset. */
export const linkedContentDoor = byteDoor({
  name: 'linked_content',
  summary: 'Read an asset by a signed link',
  description: 'Answers the bytes of an asset until the link expires. The name at the end is for readers only.',
  origin: 'public',
  path: '/a/s/:token/:name',
  methods: ['GET', 'HEAD'],
});

/** The address at which the holder of a share link of a document reads an asset that the document shows. */
export const sharedContentDoor = byteDoor({
  name: 'shared_content',
  summary: 'Read an asset of a shared document',
  description:
    'Answers the bytes of an asset that the document of a share link shows, as long as the link opens. A link with a password needs the cookie of its page. The name at the end is for readers only.',
  origin: 'public',
  path: '/d/:token/a/:asset_id/:name',
  methods: ['GET', 'HEAD'],
});

/** The address at which the readers of a shared whiteboard read the pictures on it. */
export const sharedBoardContentDoor = byteDoor({
  name: 'shared_board_content',
  summary: 'Read an asset of a shared whiteboard',
  description:
    'Answers the bytes of an asset that the whiteboard of a share link shows, as long as the link opens. A link with a password needs the cookie of its page. The name at the end is for readers only.',
  origin: 'public',
  path: '/w/:token/a/:asset_id/:name',
  methods: ['GET', 'HEAD'],
});

/** The address at which the holder of a preview link reads the assets of the draft. */
export const previewContentDoor = byteDoor({
  name: 'preview_content',
  summary: 'Read an asset of a preview',
  description:
    'The token is that of a preview of a page or post. Answers the bytes of an asset that the draft shows until the preview expires. The name at the end is for readers only.',
  origin: 'public',
  path: '/a/p/:token/:asset_id/:name',
  methods: ['GET', 'HEAD'],
});

/** Every address at which the gateway itself receives or sends bytes. */
export const byteDoors: readonly ByteDoor[] = [
  uploadDoor,
  publicContentDoor,
  linkedContentDoor,
  sharedContentDoor,
  sharedBoardContentDoor,
  previewContentDoor,
];
