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
