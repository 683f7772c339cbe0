import type { RolldownOptions } from 'rolldown';
import { banner } from '../../rolldown.config.ts';
import { compiledAhead, programFile } from './compiled-ahead.ts';
import { leanGameLibraries } from './lean-game-libraries.ts';
import { precompiledProtocols } from './precompiled-protocols.ts';
import { capabilitiesOf } from './src/servers/capabilities.ts';

/**
 * Beside kernels.json, what each kernel makes of settings, one file with only what the process uses: it starts faster and takes less memory than the sources. CommonJS without strict
 * mode, because that is what the game's libraries are written in.
 */
const config = {
  input: 'src/main.ts',
  platform: 'node',
  plugins: [
    leanGameLibraries(),
    precompiledProtocols(),
    compiledAhead(),
    {
      name: 'kernels',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'kernels.json', source: JSON.stringify(capabilitiesOf) });
      },
    },
  ],
  output: { file: `dist/${programFile}`, format: 'cjs', strict: false, codeSplitting: false, banner },
} satisfies RolldownOptions;

export default config;
