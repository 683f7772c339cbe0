import { addresses } from '@realmkeep/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { startTestApi } from './start-test-api.ts';

test('the OpenAPI document is valid 3.1 and names every call, and so does the page', async () => {
  await using api = await startTestApi();
  const document = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const validator = new Validator();
  await expect(validator.validate(structuredClone(document))).resolves.toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
  const page = await (await fetch(`${api.url}/api/docs`)).text();
  for (const [name, { method, path }] of Object.entries(addresses)) {
    expect(document.paths[path]).toHaveProperty(`${method.toLowerCase()}.operationId`, name);
    expect(page).toContain(`id="${name}"`);
  }
});

test('the document is made once: it comes compressed, and not again to who has it', async () => {
  await using api = await startTestApi();
  const get = (headers: Record<string, string>) => fetch(`${api.url}/api/openapi.json`, { headers });
  const packed = await get({ 'accept-encoding': 'br' });
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(100_000);
  expect(packed.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await packed.json()).toEqual(await (await get({ 'accept-encoding': 'identity' })).json());
  const had = await get({ 'accept-encoding': 'br', 'if-none-match': packed.headers.get('etag') ?? '' });
  expect(had.status).toBe(304);
});
