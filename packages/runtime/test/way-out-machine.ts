import { Machine } from '../src/local/way-out/machine.ts';
import { createWayOut } from '../src/local/way-out/way-out.ts';

/**
 * A driver's route to the internet, in the network namespace in which it is started or in that of a process. Arguments: the realms' folder, the pid
 * or nothing, then the resolvers.
 */
const [dir = '', pid = '', ...resolvers] = process.argv.slice(2);
const way = createWayOut(dir, resolvers, new Machine(pid === '' ? null : Number(pid)));

process.on('message', ([call, realmId, number]: ['open' | 'close', string, number]) => {
  const done = call === 'open' ? way.open(realmId, number) : way.close(realmId);
  done.then(
    (path) => process.send?.({ path }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
