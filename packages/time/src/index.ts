export * from './units.ts';
export * from './zone.ts';
export * from './zone-name.ts';
