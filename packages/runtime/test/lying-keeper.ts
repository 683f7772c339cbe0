import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A keeper that its realm has taken over: what it sends of a file is longer than it says. */
const entry = { name: 'a', kind: 'file', bytes: 3, changedAt: 0, version: 'a' };
process.stdin.on('end', () => process.exit()).resume();
const server = createServer((request, response) => {
  const isRead = request.url?.startsWith('/read') === true;
  response.writeHead(200, isRead ? { 'x-entry': encodeURIComponent(JSON.stringify(entry)) } : {});
  response.end(isRead ? 'abcHTTP/1.1 200 OK' : JSON.stringify(entry));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
