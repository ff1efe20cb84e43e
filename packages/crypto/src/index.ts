export * from './message-signer.ts';
export * from './sealed-token.ts';
export * from './secret-box.ts';
