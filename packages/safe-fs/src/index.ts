export * from './disk-space.ts';
export * from './folder.ts';
export * from './out-of-space.ts';
export * from './owned-file.ts';
export * from './plain-name.ts';
