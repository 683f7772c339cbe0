import { z } from 'zod';
import type { Route } from './routes.ts';
import { type Endpoint, errorsOf } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { type ErrorCode, errorCodes } from './error-codes.ts';

type Json = Record<string, unknown>;

/**
 * The whole api as an OpenAPI 3.1 document.
 * @param serverUrl where /api is, as a caller sees it
 */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { method, path } = endpoint.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Realmkeep',
      version: '1',
      description: 'Every answer is an envelope; `error` is one of the codes.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const { access, path, bytes }: Route = endpoint.route;
  const codes = errorsOf(endpoint);
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint.query)];
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [path.split('/')[1]],
    ...(access === 'public' ? {} : { security: [{ bearer: [] }], 'x-access': access }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: { required: true, content: jsonContent(schema(endpoint.body, 'input')) } } : {}),
    ...(bytes === undefined ? {} : { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: {
      [endpoint.status ?? 200]: success(endpoint),
      ...errorAnswers(codes),
    },
  };
}

function success({ route, response }: Endpoint): Json {
  const content = schema(response, 'output');
  if (route.file !== undefined) return { description: 'Success', content: { [route.file]: { schema: content } } };
  return answer('Success', envelope(content, { type: 'null' }));
}

function errorAnswers(codes: Set<ErrorCode>): Json {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      answer(
        group.map((code) => `${code}: ${errorCodes[code].message}`).join('; '),
        envelope({ type: ['object', 'null'] }, { enum: group }),
      ),
    ]),
  );
}

function envelope(data: Json, error: Json): Json {
  return {
    type: 'object',
    required: ['message', 'data', 'error', 'statusCode', 'timestamp'],
    properties: {
      message: { type: 'string' },
      data,
      error,
      statusCode: { type: 'integer' },
      timestamp: { type: 'string', format: 'date-time' },
    },
  };
}

function pathParameters({ route, params }: Endpoint): Json[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const own = params?.shape[name] as z.ZodType | undefined;
    return {
      name,
      in: 'path',
      required: true,
      schema: own ? schema(own, 'input') : { type: 'string', format: 'uuid' },
    };
  });
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (!query) return [];
  return Object.entries(query.shape).map(([name, field]) => ({
    name,
    in: 'query',
    required: !z.safeParse(field as z.ZodType, undefined).success,
    schema: schema(field as z.ZodType, 'input'),
  }));
}

const jsonContent = (content: Json): Json => ({ 'application/json': { schema: content } });
const answer = (description: string, content: Json): Json => ({ description, content: jsonContent(content) });

function schema(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { target: 'draft-2020-12', io });
  return rest;
}
