export * from './minute-zone.ts';
export * from './units.ts';
export * from './wall-clock.ts';
export * from './zone.ts';
export * from './zone-name.ts';
