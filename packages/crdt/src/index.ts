export * from './crdt-kind.ts';
export { validateEncoding } from './decode-update.ts';
export * from './followed-documents.ts';
export { joinUpdates } from './join-updates.ts';
export * from './lacking-part.ts';
export { newItems } from './new-items.ts';
export { openDocument } from './open-document.ts';
export { UpdateValidator } from './update-validator.ts';
