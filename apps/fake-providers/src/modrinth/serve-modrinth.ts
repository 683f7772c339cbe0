import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { FakeProject, FakeVersion } from './fake-projects.ts';

/** Where it is served, below the origin. */
export const modrinthPath = '/modrinth';

interface Listed {
  project: FakeProject;
  version: FakeVersion;
}

interface ByHash {
  Body: { hashes: string[]; algorithm: string };
}

interface Update {
  Body: ByHash['Body'] & { loaders: string[]; game_versions: string[] };
}

/**
 * Modrinth's API, version 2, as far as the product uses it. A file's address has the host by which it was asked for.
 * Source: https://docs.modrinth.com/api/
 */
export function serveModrinth(server: FastifyInstance, projects: readonly FakeProject[]): void {
  const listed = () => projects.flatMap((project) => project.versions.map((version): Listed => ({ project, version })));

  void server.register(
    async (api) => {
      api.addHook('preHandler', async ({ headers }) => {
        if (!headers['user-agent']) throw refusal(403, 'who asks has to say who he is');
      });

      api.get<{ Querystring: { query?: string; facets?: string; offset?: string; limit?: string } }>(
        '/v2/search',
        async ({ query: { query = '', facets = '[]', offset = '0', limit = '10' } }) => {
          const groups = JSON.parse(facets) as string[][];
          const hits = projects
            .filter(({ title, description }) => `${title} ${description}`.toLowerCase().includes(query.toLowerCase()))
            .filter((project) => groups.every((group) => group.some((facet) => hasFacet(project, facet))))
            .toSorted((one, other) => other.downloads - one.downloads);
          return {
            hits: hits.slice(Number(offset), Number(offset) + Number(limit)).map(({ id, ...project }) => ({
              project_id: id,
              title: project.title,
              description: project.description,
              author: 'realmkeep',
              downloads: project.downloads,
            })),
            offset: Number(offset),
            limit: Number(limit),
            total_hits: hits.length,
          };
        },
      );

      api.get<{ Querystring: { ids?: string } }>('/v2/projects', async ({ query: { ids = '[]' } }) => {
        const asked = JSON.parse(ids) as string[];
        return projects
          .filter(({ id }) => asked.includes(id))
          .map(({ id, title, description }) => ({ id, title, description, body: description }));
      });

      api.get<{ Querystring: { ids?: string } }>('/v2/versions', async ({ host, query: { ids = '[]' } }) => {
        const asked = JSON.parse(ids) as string[];
        return listed()
          .filter(({ version }) => asked.includes(version.id))
          .map((one) => told(host, one));
      });

      api.get<{ Params: { id: string }; Querystring: { loaders?: string; game_versions?: string } }>(
        '/v2/project/:id/version',
        async ({ host, params: { id }, query: { loaders = '[]', game_versions: games = '[]' } }) => {
          const own = listed().filter(({ project }) => project.id === id);
          if (own.length === 0) throw refusal(404, 'there is no such project');
          const fit = { loaders: JSON.parse(loaders) as string[], games: JSON.parse(games) as string[] };
          return own.filter(({ version }) => fits(version, fit)).map((one) => told(host, one));
        },
      );

      api.post<ByHash>('/v2/version_files', async ({ host, body }) =>
        Object.fromEntries(found(body).map((one) => [hashOf(one.version), told(host, one)])),
      );

      api.post<Update>('/v2/version_files/update', async ({ host, body }) => {
        const fit = { loaders: body.loaders, games: body.game_versions };
        const latest = found(body).flatMap((one) => {
          const [newest] = listed()
            .filter(({ project, version }) => project === one.project && fits(version, fit))
            .toSorted((a, b) => Date.parse(b.version.published) - Date.parse(a.version.published));
          return newest ? [[hashOf(one.version), told(host, newest)] as const] : [];
        });
        return Object.fromEntries(latest);
      });

      api.get<{ Params: { id: string } }>('/files/:id/:name', async ({ params: { id } }, reply) => {
        const one = listed().find(({ version }) => version.id === id);
        if (!one) throw refusal(404, 'there is no such file');
        return reply.type('application/java-archive').send(one.version.sent ?? one.version.bytes);
      });
    },
    { prefix: modrinthPath },
  );

  function found({ hashes, algorithm }: ByHash['Body']): Listed[] {
    if (algorithm !== 'sha512') throw refusal(400, 'the stand-in knows SHA-512 alone');
    return listed().filter(({ version }) => hashes.includes(hashOf(version)));
  }
}

function hasFacet({ versions }: FakeProject, facet: string): boolean {
  const [name, value = ''] = facet.split(/:(.*)/s);
  return versions.some(({ loaders, games }) => (name === 'categories' ? loaders : games).includes(value));
}

function fits({ loaders, games }: FakeVersion, fit: { loaders: string[]; games: string[] }): boolean {
  return loaders.some((loader) => fit.loaders.includes(loader)) && games.some((game) => fit.games.includes(game));
}

function told(host: string, { project, version }: Listed) {
  const { requires = [], requiresVersions = [], incompatible = [] } = version;
  return {
    id: version.id,
    project_id: project.id,
    name: `${project.title} ${version.number}`,
    version_number: version.number,
    version_type: version.type,
    date_published: `${version.published}T00:00:00.000000Z`,
    loaders: version.loaders,
    game_versions: version.games,
    dependencies: [
      ...requires.map((id) => dependency(id, 'required')),
      ...requiresVersions.map((id) => dependency(null, 'required', id)),
      ...incompatible.map((id) => dependency(id, 'incompatible')),
    ],
    files: [
      {
        hashes: {
          sha1: createHash('sha1').update(version.bytes).digest('hex'),
          sha512: hashOf(version),
        },
        url: version.url ?? `http://${host}${modrinthPath}/files/${version.id}/${encodeURIComponent(version.filename)}`,
        filename: version.filename,
        primary: true,
        size: version.bytes.length,
        file_type: null,
      },
    ],
  };
}

function dependency(projectId: string | null, type: 'required' | 'incompatible', versionId: string | null = null) {
  return { version_id: versionId, project_id: projectId, file_name: null, dependency_type: type };
}

function hashOf({ bytes }: FakeVersion): string {
  return createHash('sha512').update(bytes).digest('hex');
}

function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
