import { createServer } from 'node:http';

/**
 * A file agent that its realm has taken over: it sends more of a file than it announces, never finishes a list, and exits at a
 * move.
 */
const entry = { name: 'a', kind: 'file', bytes: 3, changedAt: 0, version: 'a' };
process.stdin.on('end', () => process.exit()).resume();
const server = createServer((request, response) => {
  if (request.url?.startsWith('/list')) {
    const working = setInterval(() => response.writeProcessing(), 50);
    response.once('close', () => clearInterval(working));
    return;
  }
  if (request.url?.startsWith('/move')) process.exit(1);
  const isRead = request.url?.startsWith('/read') === true;
  response.writeHead(200, isRead ? { 'x-entry': encodeURIComponent(JSON.stringify(entry)) } : {});
  response.end(isRead ? 'abcHTTP/1.1 200 OK' : JSON.stringify(entry));
});
server.listen({ fd: 3 }, () => process.stdout.write('ready\n'));
