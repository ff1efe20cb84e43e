import { z } from 'zod';
import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';

const token = { token: z.string().min(1).max(100) };

/** The page of a shared view, at `/t/{token}` of the public origin (contract, O3). */
export const sharePages = contract({
  name: 'share_pages',
  service: 'tables',
  tag: 'Shared tables',
  description: 'The public pages of shared views.',
  operations: {
    open: publicPage({ summary: 'Open a shared view', method: 'GET', path: '/t/:token', parameters: token }),
    unlock: publicPage({ summary: 'Give the password of a shared view', method: 'POST', path: '/t/:token', parameters: token }),
  },
});
