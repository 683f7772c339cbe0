export * from './archive-entry.ts';
export * from './archive-error.ts';
export * from './archive-limits.ts';
export * from './folder.ts';
export * from './pack-zip.ts';
export * from './read-tar-gz.ts';
export * from './read-zip.ts';
export * from './unpack.ts';
