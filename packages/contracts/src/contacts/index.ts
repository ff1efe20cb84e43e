export * from './audiences.ts';
export * from './contact-directory.ts';
export * from './contacts.events.ts';
export * from './contacts.ts';
export * from './limits.ts';
export * from './tags.ts';
