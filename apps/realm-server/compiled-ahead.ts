import type { Plugin } from 'rolldown';
import { banner } from '../../rolldown.config.ts';

/** The program, which `realm-server.cjs` loads, and what it loads itself. */
export const programFile = 'program.cjs';
export const programFiles = [programFile, 'packet-code.cjs'];

/** What the name of a file's compiled code ends with: it lies beside it. */
export const codeEnding = '.code';

/**
 * Makes `realm-server.cjs` what loads the program, with the compiled code that scripts/compile-ahead.ts has put beside it, if there is any.
 * Of another version of Node, or of other flags, V8 refuses it, and compiles: docs/decisions/113-realms-compiled-ahead.md.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    generateBundle: {
      order: 'post',
      handler() {
        this.emitFile({ type: 'asset', fileName: 'realm-server.cjs', source: loader });
      },
    },
  };
}

const loader = `${banner}
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const compile = Module.prototype._compile;
Module.prototype._compile = function (text, filename, ...more) {
  const code = filename + '${codeEnding}';
  if (!existsSync(code)) return compile.call(this, text, filename, ...more);
  const script = new Script(Module.wrap(text), { filename, cachedData: readFileSync(code) });
  const { exports } = this;
  script.runInThisContext().call(exports, exports, createRequire(filename), this, filename, dirname(filename));
};
require('./${programFile}');
`;
