// flying-squid as it comes, with its own settings but for the version and the port. Tells its port when it is ready.
const { createMCServer } = require('flying-squid');

process.chdir(process.argv[2]);
const server = createMCServer({
  version: '1.16.5',
  port: 0,
  host: '127.0.0.1',
  'online-mode': false,
  'max-players': 10,
  'max-entities': 100,
  'view-distance': 10,
  gameMode: 1,
  difficulty: 1,
  motd: 'stock',
  logging: false,
  plugins: {},
  'player-list-text': { header: '', footer: '' },
  'everybody-op': false,
  worldFolder: 'world',
  generation: { name: 'diamond_square', options: { worldHeight: 80 } },
});
server.once('ready', () => process.send({ port: server.listeningPort }));
