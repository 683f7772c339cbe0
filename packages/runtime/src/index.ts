export * from './files.ts';
export * from './land.ts';
export * from './runtime.ts';
export * from './stop-running-realms.ts';
export * from './worlds.ts';
