import { routes } from '@realmkeep/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { startTestApi } from './start-test-api.ts';

/** The part of an operation that a client generated from the document uses. */
interface Operation {
  operationId: string;
  security?: object[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { content: Record<string, { schema: { properties?: { error: { enum?: string[] } } } }> }>;
}

interface Document extends Record<string, unknown> {
  servers: [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
}

test('the OpenAPI document is valid 3.1, and every call that it names is served and refuses as it says', async () => {
  await using api = await startTestApi();
  const document = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as Document;
  const validator = new Validator();
  await expect(validator.validate(structuredClone(document))).resolves.toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
  const page = await (await fetch(`${api.url}/api/docs`)).text();

  const named: string[] = [];
  const base = `${api.url}${new URL(document.servers[0].url).pathname}`;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, security, requestBody, responses }] of Object.entries(methods)) {
      named.push(operationId);
      expect(routes[operationId as keyof typeof routes]).toMatchObject({ method: method.toUpperCase(), path });
      expect(page).toContain(`id="${operationId}"`);
      const [type] = Object.keys(requestBody?.content ?? {});
      const answer = await fetch(base + path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'), {
        method: method.toUpperCase(),
        ...(type && { headers: { 'content-type': type }, body: '{}' }),
      });
      const text = await answer.text();
      const documented = responses[answer.status];
      expect(documented, `${operationId}: ${answer.status} ${text}`).toBeDefined();
      expect(answer.status === 401, `${operationId}: ${text}`).toBe(security !== undefined);
      const codes = documented?.content['application/json']?.schema.properties?.error.enum ?? [null];
      expect(codes, `${operationId}: ${text}`).toContain(
        answer.ok ? null : (JSON.parse(text) as { error: string }).error,
      );
    }
  }
  expect(named.toSorted()).toEqual(Object.keys(routes).toSorted());
});
