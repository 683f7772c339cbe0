export * from './control.ts';
export * from './files.ts';
export * from './runtime.ts';
export * from './worlds.ts';
