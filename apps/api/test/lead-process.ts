import pino from 'pino';
import { leadInTurn } from '../src/domains/realms/reconciler/lead.ts';

// `node lead-process.ts <database>`: reports each moment at which it acts as the leader, and when its turn is over.
const [databaseUrl = ''] = process.argv.slice(2);
const tell = (what: string | number) => process.stdout.write(`${what}\n`);
await leadInTurn(databaseUrl, pino({ level: 'silent' }), new AbortController().signal, (turn) => {
  const acting = setInterval(() => {
    if (turn.lasts()) tell(Date.now());
  }, 20);
  return async () => {
    clearInterval(acting);
    tell('over');
  };
});
