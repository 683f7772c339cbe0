export * from './access.ts';
export * from './console-ring.ts';
export * from './control.ts';
export * from './events.ts';
export * from './rules.ts';
export * from './settings.ts';
export * from './spec.ts';
