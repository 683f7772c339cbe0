// flying-squid and its libraries, as far as they come without types; see servers/builtin/squid/squid.ts and world-format/chunk.ts.

declare module 'flying-squid' {
  export function createMCServer(options: Record<string, unknown>): import('./servers/builtin/squid/squid.ts').Squid;
}

declare module 'flying-squid/src/lib/plugins/index.js' {
  const list: { builtinPlugins: import('./servers/builtin/squid/squid.ts').SquidPlugin[]; initPlugins: () => void };
  export default list;
}

declare module 'flying-squid/src/lib/plugins/*' {
  const plugin: import('./servers/builtin/squid/squid.ts').SquidPlugin;
  export default plugin;
}

declare module 'minecraft-protocol/src/client.js' {
  const Client: new (
    isServer: boolean,
    version: string,
    packets: unknown,
    hideErrors: boolean,
  ) => import('./servers/builtin/squid/squid.ts').Client;
  export default Client;
}

declare module 'minecraft-protocol/src/server.js' {
  const Server: new (
    version: string,
    packets: unknown,
    hideErrors: boolean,
  ) => import('./servers/builtin/squid/squid.ts').Squid['_server'] & {
    version: string;
    customPackets: unknown;
    hideErrors: boolean;
  };
  export default Server;
}

declare module 'minecraft-protocol/src/datatypes/uuid.js' {
  const uuid: { nameToMcOfflineUUID(name: string): string };
  export default uuid;
}

declare module 'prismarine-chunk/src/pc/common/BitArrayNoSpan.js' {
  const BitArray: new (options: {
    bitsPerValue: number;
    capacity: number;
  }) => import('./world-format/chunk.ts').BitArray;
  export default BitArray;
}

declare module 'prismarine-nbt' {
  const nbt: {
    writeUncompressed(tag: unknown): Buffer;
    parseUncompressed(data: Buffer): unknown;
    simplify(tag: unknown): unknown;
  };
  export default nbt;
}

/** Another author's reader of the game's files: for tests. */
declare module 'prismarine-provider-anvil' {
  interface ReadColumn {
    getBlockStateId(at: { x: number; y: number; z: number }): number;
    getBiome(at: { x: number; y: number; z: number }): number;
  }
  export const Anvil: (version: string) => new (folder: string) => { load(x: number, z: number): Promise<ReadColumn> };
}
