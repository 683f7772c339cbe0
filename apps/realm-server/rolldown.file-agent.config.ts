import type { RolldownOptions } from 'rolldown';
import { banner } from '../../rolldown.config.ts';

/** What does with a realm's files what is asked: a process of its own, and nothing of the game in it. */
const config = {
  input: 'src/file-agent/main.ts',
  platform: 'node',
  output: { file: 'dist/file-agent.cjs', format: 'cjs', codeSplitting: false, banner },
} satisfies RolldownOptions;

export default config;
