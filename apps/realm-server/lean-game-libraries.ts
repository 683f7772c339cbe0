import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'rolldown';
import { clientPackets } from './src/servers/builtin/client-data/client-packets.ts';
import { tableFiles } from './src/servers/builtin/squid/tables.ts';

/** minecraft-data's files for 1.16.5 that the kernel reads; of the others it gets nothing. */
const data = {
  attributes: '1.16/attributes',
  blocks: '1.16.2/blocks',
  biomes: '1.16.2/biomes',
  effects: '1.16.1/effects',
  items: '1.16.2/items',
  materials: '1.16.2/materials',
  enchantments: '1.16.4/enchantments',
  entities: '1.16.2/entities',
  protocol: '1.16.2/protocol',
  windows: '1.16.1/windows',
  version: '1.16.5/version',
  loginPacket: '1.16.2/loginPacket',
};

/** Modules that only a client needs, or that serve other versions of the game; by the end of their path. */
const emptied: [RegExp, string][] = [
  [/minecraft-protocol\/src\/(createClient|ping)\.js$/, ''],
  [/node_modules\/yggdrasil\//, 'module.exports = { server: () => ({}) };'],
  [/node_modules\/node-rsa\//, ''],
  [/minecraft-data\/data\/bedrock\/.*\.json$/, 'module.exports = [];'],
  [/minecraft-data\/data\/pc\/common\/legacy\.json$/, 'module.exports = { blocks: {}, items: {} };'],
  [/minecraft-data\/schemas\/.*\.json$/, ''],
  // Checks the description of the protocol, which never changes, at each start.
  [
    /node_modules\/protodef-validator\//,
    'module.exports = class { addType() {} validateType() {} validateProtocol() {} };',
  ],
  [/flying-squid\/src\/lib\/generations\.js$/, ''],
  [/prismarine-registry\/lib\/bedrock\/index\.js$/, ''],
  [/prismarine-chunk\/src\/(bedrock\/.*|pc\/1\.(8|9|13|14|15|17|18)\/chunk)\.js$/, ''],
];

/** The data's file, beside the bundle: in the bundle its text would stay in memory. */
const dataFile = 'game-data.json';
/** The packets that every client is sent, beside it too: to write them takes a tenth of what a start and the first login do. */
const packetsFile = 'client-packets.json';

/** Gives the bundle only those parts of the game's libraries that a 1.16.5 server uses. */
export function leanGameLibraries(): Plugin {
  return {
    name: 'lean-game-libraries',
    load(id) {
      if (id.endsWith('/minecraft-data/data.js')) {
        this.emitFile({ type: 'asset', fileName: dataFile, source: gameData(id) });
        return { code: dataModule, moduleType: 'js' };
      }
      if (id.endsWith('/builtin/client-data/client-packets.ts')) {
        const source = JSON.stringify(clientPackets().map((packet) => packet.toString('base64')));
        this.emitFile({ type: 'asset', fileName: packetsFile, source });
        return { code: packetsModule, moduleType: 'js' };
      }
      if (id.endsWith('/builtin/squid/tables.ts')) {
        const folder = dirname(createRequire(import.meta.url).resolve('minecraft-data/package.json'));
        for (const [name, file] of Object.entries(tableFiles)) {
          const source = readFileSync(`${folder}/minecraft-data/data/pc/${file}.json`, 'utf8');
          this.emitFile({ type: 'asset', fileName: `table-${name}.json`, source });
        }
        return { code: tablesModule, moduleType: 'js' };
      }
      const empty = emptied.find(([path]) => path.test(id));
      return empty ? { code: empty[1] || 'module.exports = {};', moduleType: 'js' } : null;
    },
    renderChunk(code) {
      // One character outside Latin-1 doubles the memory that the whole text takes.
      return code.replace(/[^\x00-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    },
  };
}

const dataModule = `
import { readFileSync } from 'node:fs';
export const pc = { '1.16.5': JSON.parse(readFileSync(new URL('${dataFile}', import.meta.url), 'utf8')) };
export const bedrock = {};
`;

const packetsModule = `
import { readFileSync } from 'node:fs';
export function clientPackets() {
  const packets = JSON.parse(readFileSync(new URL('${packetsFile}', import.meta.url), 'utf8'));
  return packets.map((packet) => Buffer.from(packet, 'base64'));
}
`;

const tablesModule = `
import { readFileSync } from 'node:fs';
export function readTable(name) {
  return JSON.parse(readFileSync(new URL('table-' + name + '.json', import.meta.url), 'utf8'));
}
`;

function gameData(id: string): string {
  const folder = id.replace(/data\.js$/, 'minecraft-data/data/pc/');
  const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}${file}.json`, 'utf8'));
  return JSON.stringify(Object.fromEntries(Object.entries(data).map(([name, file]) => [name, read(file)])));
}
