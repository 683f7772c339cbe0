/**
 * A database of countries in MaxMind's format, as GeoLite2-Country.mmdb is laid out.
 * https://maxmind.github.io/MaxMind-DB/ (2.0): a tree by the bits of addresses, 16 zero bytes, the data, a mark, the metadata.
 */

const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');

/** @param countries by network, as `8.8.8.0/24` */
export function countryDatabase(countries: Record<string, string>): Buffer {
  const names = [...new Set(Object.values(countries))];
  const data = names.map((name) => map({ country: map({ iso_code: text(name) }) }));
  const offsets = data.map((_, at) => data.slice(0, at).reduce((sum, { length }) => sum + length, 0));

  const nodes: [number, number][] = [[0, 0]];
  for (const [network, name] of Object.entries(countries)) {
    const bits = bitsOf(network);
    let node = 0;
    for (const [at, bit] of bits.entries()) {
      const branches = nodes[node] ?? [0, 0];
      if (at === bits.length - 1) branches[bit] = -1 - names.indexOf(name);
      else if (branches[bit] === 0) branches[bit] = nodes.push([0, 0]) - 1;
      node = branches[bit];
    }
  }
  const count = nodes.length;
  const record = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    // No data, a country's data, or another node.
    bytes.writeUInt32BE(value === 0 ? count : value < 0 ? count + 16 + (offsets[-1 - value] ?? 0) : value);
    return bytes.subarray(1);
  };
  const tree = nodes.flatMap(([left, right]) => [record(left), record(right)]);
  const metadata = map({
    binary_format_major_version: number(2),
    binary_format_minor_version: number(0),
    build_epoch: number(1_780_000_000),
    database_type: text('GeoLite2-Country'),
    description: map({ en: text('of a test') }),
    ip_version: number(6),
    languages: Buffer.concat([Buffer.of(0x01, 0x04), text('en')]),
    node_count: number(count),
    record_size: number(24),
  });
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** The bits of a network's address; IPv4 is mapped to ::/96. */
function bitsOf(network: string): (0 | 1)[] {
  const [address = '', length = ''] = network.split('/');
  const bytes = address.split('.').map(Number);
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, at): 0 | 1 => ((byte >> (7 - at)) & 1 ? 1 : 0)));
  return [...Array.from({ length: 96 }, (): 0 => 0), ...bits.slice(0, Number(length))];
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(0x40 | value.length), Buffer.from(value)]);

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([Buffer.of(0xc4), bytes]);
}

const map = (fields: Record<string, Buffer>): Buffer =>
  Buffer.concat([
    Buffer.of(0xe0 | Object.keys(fields).length),
    ...Object.entries(fields).flatMap(([name, value]) => [text(name), value]),
  ]);
