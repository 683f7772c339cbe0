// A minimal PostgreSQL client. Arguments: host (or the folder of its unix socket), port, user, password, database,
// statements …: runs each in turn and prints its rows or its error in a line.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const [host = '', port = '', user = '', password = '', database = '', ...statements] = process.argv.slice(2);
const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
socket.on('error', (error) => {
  console.log(`fault ${error.message}`);
  process.exit(1);
});

async function* messages(): AsyncGenerator<{ type: string; body: Buffer }> {
  let held = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 5 && held.length > held.readUInt32BE(1)) {
      const end = held.readUInt32BE(1) + 1;
      yield { type: String.fromCharCode(held[0] ?? 0), body: held.subarray(5, end) };
      held = held.subarray(end);
    }
  }
}

function send(type: string, body: Buffer): void {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  socket.write(Buffer.concat([Buffer.from(type), length, body]));
}

const nonce = randomBytes(18).toString('base64');
const bare = `n=,r=${nonce}`;
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The client's proof of SCRAM-SHA-256 without channel binding. Source: RFC 5802 */
function proofOf(first: string): string {
  const [, salt = '', count = ''] = /s=([^,]+),i=(\d+)/.exec(first) ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(count), 32, 'sha256');
  const key = hmac(salted, 'Client Key');
  const last = `c=biws,r=${/r=([^,]+)/.exec(first)?.[1]}`;
  const signature = hmac(createHash('sha256').update(key).digest(), `${bare},${first},${last}`);
  return `${last},p=${Buffer.from(key.map((byte, index) => byte ^ (signature[index] ?? 0))).toString('base64')}`;
}

send('', Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`user\0${user}\0database\0${database}\0\0`)]));
let row = '';
for await (const { type, body } of messages()) {
  if (type === 'R' && body.readUInt32BE() === 10) {
    const first = Buffer.from(`n,,${bare}`);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(first.length);
    send('p', Buffer.concat([Buffer.from('SCRAM-SHA-256\0'), length, first]));
  } else if (type === 'R' && body.readUInt32BE() === 11) {
    send('p', Buffer.from(proofOf(body.subarray(4).toString())));
  } else if (type === 'D') {
    row = body.subarray(6, 6 + body.readUInt32BE(2)).toString();
  } else if (type === 'E') {
    console.log(`fault ${/\0M([^\0]+)/.exec(body.toString())?.[1]}`);
  } else if (type === 'C') {
    console.log(`done ${row}`);
  } else if (type === 'Z') {
    const next = statements.shift();
    if (next === undefined) process.exit(0);
    send('Q', Buffer.from(`${next}\0`));
  }
}
console.log('fault the connection ended');
