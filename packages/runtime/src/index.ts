export * from './files.ts';
export * from './land.ts';
export * from './runtime.ts';
export * from './worlds.ts';
