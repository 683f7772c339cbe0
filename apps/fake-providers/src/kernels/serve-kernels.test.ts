import Fastify from 'fastify';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeKernels } from './fake-kernels.ts';
import { kernelPaths, serveKernels } from './serve-kernels.ts';

afterEach(() => void vi.unstubAllEnvs());

const lists = [
  `${kernelPaths.paper}/v3/projects/paper`,
  `${kernelPaths.purpur}/v2/purpur`,
  `${kernelPaths.fabric}/v2/versions/game`,
  `${kernelPaths.vanilla}/mc/game/version_manifest_v2.json`,
];

test('without a compiler nothing is listed, and the log says what is missing; with one it is', async () => {
  const lines: string[] = [];
  const server = Fastify();
  serveKernels(server, createFakeKernels(pino({}, { write: (line: string) => void lines.push(line) })));
  const statuses = async () => {
    const answers = await Promise.all(lists.map((url) => server.inject(url)));
    return answers.map(({ statusCode }) => statusCode);
  };
  vi.stubEnv('PATH', '/nowhere');
  expect(await statuses()).toEqual([500, 500, 500, 500]);
  expect(lines.join('')).toContain("failed to compile the stand-in for the game's server, which needs javac and jar");
  vi.unstubAllEnvs();
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const unknown = await server.inject(`${kernelPaths.paper}/v3/projects/paper/versions/1.99`);
  expect(unknown.statusCode).toBe(404);
});
