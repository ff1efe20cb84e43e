import { z } from 'zod';
import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';

const token = { token: z.string().min(1).max(100) };

/** The pages of shared whiteboards on the public origin: `/w/{token}`, and its pictures `/w/{token}.svg` and `/w/{token}.png`. */
export const whiteboardPages = contract({
  name: 'whiteboard_pages',
  service: 'library',
  tag: 'Shared whiteboards',
  description: 'The public pages of whiteboards.',
  operations: {
    open: publicPage({ summary: 'Open a shared whiteboard', method: 'GET', path: '/w/:token', parameters: token }),
    unlock: publicPage({ summary: 'Give the password of a shared whiteboard', method: 'POST', path: '/w/:token', parameters: token }),
  },
});
