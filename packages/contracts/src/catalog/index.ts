export * from './catalog.ts';
export { internalContracts } from './internal-contracts.ts';
