import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { productIconPath, productIconRules } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { deleteUnusedIcons } from '../src/domains/shop/icons/icon-queries.ts';
import { makeUser, type TestUser } from './people.ts';
import { makeAdmin } from './people-money.ts';
import { newProduct } from './shopper.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let admin: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  admin = await makeAdmin(api);
});
afterAll(() => api[Symbol.asyncDispose]());

const upload = (file: Uint8Array, user = admin) => user.client.productIconUpload({ bytes: new Uint8Array(file) });
const fetchIcon = (hash: string) => fetch(api.url + productIconPath(hash));
const plain = (width: number, height: number, background = '#3a7d44') =>
  sharp({ create: { width, height, channels: 3, background } });
/** A picture that no other test uses. */
const anyPicture = () =>
  plain(32, 32, `#${randomBytes(3).toString('hex')}`)
    .png()
    .toBuffer();

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** A PNG of one colour, with extra chunks before the image data. */
function png(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Math.min(height, 1000);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.min(width, 1000) + 1) * rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture that an operator sends', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('becomes a square WebP: %s', async (format) => {
    const { icon } = await upload(await plain(600, 300)[format]().toBuffer());
    const answer = await fetchIcon(icon);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const encoded = await answer.arrayBuffer();
    expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256, hasAlpha: true });
    // A picture wider than high is transparent above and below.
    const { data } = await sharp(encoded).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4)];
    expect(pixel(128, 10)[3]).toBe(0);
    const [red = 0, green = 0, blue = 0, alpha] = pixel(128, 128);
    expect(alpha).toBe(255);
    expect(Math.max(Math.abs(red - 0x3a), Math.abs(green - 0x7d), Math.abs(blue - 0x44))).toBeLessThan(8);
  });

  test('keeps nothing that was in the file but the picture, turned as the camera was held', async () => {
    const file = await plain(300, 100)
      .withExif({ IFD0: { Copyright: 'Secret Person' }, IFD3: { GPSLatitude: '52/1 13/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret Person</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(file.includes('Secret Person')).toBe(true);
    const { icon } = await upload(file);
    const encoded = Buffer.from(await (await fetchIcon(icon)).arrayBuffer());
    expect(encoded.includes('Secret')).toBe(false);
    const { exif, xmp, icc, orientation } = await sharp(encoded).metadata();
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    // Upright: its width is a third of its height.
    const { info } = await sharp(encoded).trim().toBuffer({ resolveWithObject: true });
    expect(info.height / info.width).toBeGreaterThan(2.5);
  });

  test('that moves is shown by its first frame', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => plain(64, 64, colour).png().toBuffer()));
    const file = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(file, { animated: true }).metadata()).pages).toBe(2);
    const encoded = await (await fetchIcon((await upload(file)).icon)).arrayBuffer();
    expect((await sharp(encoded, { animated: true }).metadata()).pages ?? 1).toBe(1);
    const { channels } = await sharp(encoded).stats();
    expect(channels[0]?.mean).toBeGreaterThan(200);
    expect(channels[1]?.mean).toBeLessThan(50);
  });

  test('of few pixels keeps their edges', async () => {
    const file = await sharp(Buffer.from([0, 0, 0, 255, 255, 255]), { raw: { width: 2, height: 1, channels: 3 } })
      .png()
      .toBuffer();
    const encoded = await (await fetchIcon((await upload(file)).icon)).arrayBuffer();
    const { data } = await sharp(encoded).greyscale().raw().toBuffer({ resolveWithObject: true });
    const row = [...data.subarray(128 * 256, 129 * 256)];
    expect(row.filter((grey) => grey > 40 && grey < 215).length).toBeLessThan(8);
  });

  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    [
      'SVG behind the head of a PNG',
      () => Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
    ],
    ['GIF', () => plain(8, 8).gif().toBuffer()],
    ['TIFF', () => plain(8, 8).tiff().toBuffer()],
    [
      'a PNG cut short',
      async () => (await plain(900, 900, '#123').png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000),
    ],
    ['a JPEG cut short', async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900)],
    ['noise behind the head of a JPEG', () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(5_000)])],
    [
      'noise behind the head of a WebP',
      () => Buffer.concat([Buffer.from('RIFF\x88\x13\0\0WEBPVP8 ', 'latin1'), randomBytes(5_000)]),
    ],
  ])('is refused: %s', async (_, file) => {
    await expect(upload(await file())).rejects.toMatchObject({ code: 'product_icon_unreadable' });
  });

  test('is refused when it is a bomb, before it is decoded', async () => {
    const limit = { code: 'product_icon_pixels', params: { limit: productIconRules.maxPixels } };
    await expect(upload(png(60_000, 60_000))).rejects.toMatchObject(limit);
    await expect(upload(png(4097, 4096))).rejects.toMatchObject(limit);
  });

  test('whose texts would fill the memory hurts nobody', async () => {
    const text = Buffer.concat([
      Buffer.from('Comment\0\0', 'latin1'),
      deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 }),
    ]);
    const file = png(64, 64, pngChunk('zTXt', text));
    expect(file.length).toBeLessThan(productIconRules.maxBytes);
    const before = process.memoryUsage().rss;
    const { icon } = await upload(file);
    expect((await fetchIcon(icon)).headers.get('content-length')).toMatch(/^\d{1,4}$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    expect((await fetchIcon((await upload(await anyPicture())).icon)).status).toBe(200);
  });

  test('of more bytes than allowed is not looked at', async () => {
    const file = Buffer.concat([await anyPicture(), Buffer.alloc(productIconRules.maxBytes)]);
    await expect(upload(file)).rejects.toMatchObject({ code: 'body_too_large', status: 413 });
  });

  test('is for operators alone', async () => {
    const player = await makeUser(api);
    await expect(upload(await anyPicture(), player)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('a product shows it; one that is not there is refused', async () => {
  const { icon } = await upload(await anyPicture());
  const { id } = await admin.client.productCreate({ body: newProduct('Pictured', { icon }) });
  const query = { currency: 'USD' } as const;
  expect(await api.anonymous.productGet({ params: { id }, query })).toMatchObject({ icon });
  const { items } = await admin.client.productRecords({ query: { size: 100 } });
  expect(items.find((record) => record.id === id)?.icon).toBe(icon);

  const unknown = newProduct('Pictured', { icon: 'f'.repeat(64) });
  const refused = { code: 'product_icon_unknown' };
  await expect(admin.client.productCreate({ body: unknown })).rejects.toMatchObject(refused);
  await expect(admin.client.productUpdate({ params: { id }, body: unknown })).rejects.toMatchObject(refused);
  await expect(
    admin.client.productCreate({ body: newProduct('Pictured', { icon: '../../etc/passwd' }) }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await api.anonymous.productGet({ params: { id }, query })).toMatchObject({ icon });
  for (const hash of ['f'.repeat(64), 'x', '..%2f..%2fetc%2fpasswd']) {
    const answer = await fetchIcon(hash);
    expect([answer.status, answer.headers.get('cache-control')?.includes('immutable') ?? false]).toEqual([404, false]);
  }
});

test('one that no product has had for a day is forgotten', async () => {
  const [used, unused, fresh] = [
    await upload(await anyPicture()),
    await upload(await anyPicture()),
    await upload(await anyPicture()),
  ];
  await admin.client.productCreate({ body: newProduct('Pictured', used) });
  const age = `update product_icons set uploaded_at = now() - interval '25 hours' where hash in ($1, $2)`;
  await runSql(api.config.databaseUrl, age, [used.icon, unused.icon]);
  await deleteUnusedIcons(api.app.ctx.db);
  const statuses = await Promise.all([used, unused, fresh].map(async ({ icon }) => (await fetchIcon(icon)).status));
  expect(statuses).toEqual([200, 404, 200]);
});

test('many at once wait for one another, and the same picture is kept once', async () => {
  const file = await anyPicture();
  const sent = await Promise.all([1, 2, 3].map(() => upload(file)));
  expect(new Set(sent.map(({ icon }) => icon)).size).toBe(1);
  const crowd = await Promise.allSettled(Array.from({ length: 12 }, () => upload(file)));
  const refused = crowd.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []));
  expect(refused.length).toBeLessThan(12);
  for (const error of refused) expect(error.code).toBe('unavailable');
});
