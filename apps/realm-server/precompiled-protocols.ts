import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'rolldown';

/** One of protodef's three writers of code. */
interface CodeWriter {
  readonly types: object;
  generate(): string;
}

/** What protodef makes code from: a description of packets, as data. */
interface ProtocolCompiler {
  readonly readCompiler: CodeWriter;
  readonly writeCompiler: CodeWriter;
  readonly sizeOfCompiler: CodeWriter;
  addTypes(types: unknown): void;
  addProtocol(protocol: object, path: string[]): void;
}

const moduleName = 'precompiled-protocols';
const compilerPath = '/protodef/src/compiler.js';
const methodHead = 'compileProtoDefSync (options = { printCode: false }) {';

/**
 * Writes the code that reads and writes packets when the bundle is built: the libraries write it at each start instead (decision 093).
 */
export function precompiledProtocols(): Plugin {
  return {
    name: moduleName,
    resolveId: (id) => (id === moduleName ? id : null),
    load(id) {
      if (id === moduleName) {
        this.emitFile({ type: 'asset', fileName: codeFile, source: packetCode() });
        return { code: lookUp, moduleType: 'js' };
      }
      if (!id.endsWith(compilerPath)) return null;
      const code = readFileSync(id, 'utf8');
      if (!code.includes(methodHead)) throw new Error(`${id} is another one than this was written for`);
      const head = `${methodHead}\nreturn require('${moduleName}')(this, CompiledProtodef, require('./utils').PartialReadError);`;
      return { code: code.replace(methodHead, head), moduleType: 'js' };
    },
  };
}

/** The code's file, beside the bundle: there rolldown would indent it, which is most of its text, and the text stays in memory. */
const codeFile = 'packet-code.cjs';

/** Finds the code by the SHA-1 of the description. */
const lookUp = `
const { createHash } = require('node:crypto');
const codes = require('node:module').createRequire(__filename)('./${codeFile}');
module.exports = (compiler, Compiled, PartialReadError) => {
  const key = createHash('sha1').update(JSON.stringify(compiler.readCompiler.types)).digest('hex');
  if (!codes[key]) throw new Error('there is no code for these packets');
  const writers = [compiler.sizeOfCompiler, compiler.writeCompiler, compiler.readCompiler];
  return new Compiled(...writers.map(({ native }, index) => codes[key][index](native, PartialReadError)));
};`;

const functionOf = (writer: CodeWriter): string =>
  `(native, PartialReadError) => (${writer.generate().replace(/^ +/gm, '')})()`;

/** That of all that a 1.16.5 server reads and writes. */
function packetCode(): string {
  const entries = serverCompilers().map(
    ({ readCompiler, writeCompiler, sizeOfCompiler }) =>
      `'${keyOf(readCompiler.types)}': [${[sizeOfCompiler, writeCompiler, readCompiler].map(functionOf).join(',\n')}]`,
  );
  return `module.exports = {${entries.join(',\n')}};\n`;
}

const keyOf = (types: object): string => createHash('sha1').update(JSON.stringify(types)).digest('hex');

/** Prepared as minecraft-protocol's transforms/serializer.js and prismarine-nbt's nbt.js do it. */
function serverCompilers(): ProtocolCompiler[] {
  const require = createRequire(import.meta.url);
  const game = createRequire(require.resolve('minecraft-protocol'));
  const { Compiler } = game('protodef') as { Compiler: { ProtoDefCompiler: new () => ProtocolCompiler } };
  const nbt = game('prismarine-nbt') as { addTypesToCompiler(type: string, compiler: ProtocolCompiler): void };
  const minecraftData = game('minecraft-data') as (version: string) => { protocol: object };
  const { protocol } = minecraftData('1.16.5');
  const compilerOf = (prepare: (compiler: ProtocolCompiler) => void): ProtocolCompiler => {
    const compiler = new Compiler.ProtoDefCompiler();
    prepare(compiler);
    return compiler;
  };
  const packets = ['handshaking', 'status', 'login', 'play'].flatMap((state) =>
    ['toClient', 'toServer'].map((direction) =>
      compilerOf((compiler) => {
        compiler.addTypes(game('./datatypes/compiler-minecraft'));
        compiler.addProtocol(protocol, [state, direction]);
        nbt.addTypesToCompiler('big', compiler);
      }),
    ),
  );
  const tags = ['big', 'little', 'littleVarint'].map((type) =>
    compilerOf((compiler) => nbt.addTypesToCompiler(type, compiler)),
  );
  return [...packets, ...tags];
}
