import { createWayOut } from '../src/local/way-out/way-out.ts';

/** A driver's way out, in the network namespace that it is started in. Argument: the folder of the realms, then the resolvers. */
const [dir = '', ...resolvers] = process.argv.slice(2);
const way = createWayOut(dir, resolvers);

process.on('message', ([call, realmId, number]: ['open' | 'close', string, number]) => {
  const done = call === 'open' ? way.open(realmId, number) : way.close(realmId);
  done.then(
    (path) => process.send?.({ path }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
