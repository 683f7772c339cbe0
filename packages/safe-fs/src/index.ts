export * from './out-of-space.ts';
