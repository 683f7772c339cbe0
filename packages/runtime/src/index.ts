export * from './control.ts';
export * from './runtime.ts';
