import { connect, createServer } from 'node:net';

/** The least that Node can do: pipes every connection to one port, both ways. Arguments: its own port, that port. */
const [ownPort, realmPort] = process.argv.slice(2).map(Number);

const server = createServer({ noDelay: true }, (client) => {
  const realm = connect({ host: '127.0.0.1', port: realmPort ?? 0, noDelay: true });
  client.on('error', () => realm.destroy());
  realm.on('error', () => client.destroy());
  client.pipe(realm);
  realm.pipe(client);
});
server.listen(ownPort, '127.0.0.1', () => process.send?.({ ready: true }));
