import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { packBytes } from './fake-packs.ts';
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

  const filesUrl = (host: string) => `http://${host}${modrinthPath}/files`;
  const bytesOf = (host: string, { pack, bytes }: FakeVersion) => (pack ? packBytes(pack, filesUrl(host)) : bytes);

  void server.register(
    async (api) => {
      api.addHook('preHandler', async ({ headers }) => {
        if (!headers['user-agent']) throw refusal(403, 'clients must send a User-Agent');
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
              categories: [...new Set(project.versions.flatMap(({ loaders }) => loaders))],
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

      api.get<{ Params: { id: string }; Querystring: { loaders?: string; game_versions?: string; limit?: string } }>(
        '/v2/project/:id/version',
        async ({ host, params: { id }, query: { loaders, game_versions: games, limit = '1000' } }) => {
          const own = listed().filter(({ project }) => project.id === id);
          if (own.length === 0) throw refusal(404, 'there is no such project');
          const fit = { loaders: listIn(loaders), games: listIn(games) };
          const fitting = own.filter(({ version }) => fits(version, fit));
          return fitting.slice(0, Number(limit)).map((one) => told(host, one));
        },
      );

      api.post<ByHash>('/v2/version_files', async ({ host, body }) =>
        Object.fromEntries(
          found(host, body).map((one) => [hash('sha512', bytesOf(host, one.version)), told(host, one)]),
        ),
      );

      api.post<Update>('/v2/version_files/update', async ({ host, body }) => {
        const fit = { loaders: body.loaders, games: body.game_versions };
        const latest = found(host, body).flatMap((one) => {
          const [newest] = listed()
            .filter(({ project, version }) => project === one.project && fits(version, fit))
            .toSorted((a, b) => Date.parse(b.version.published) - Date.parse(a.version.published));
          return newest ? [[hash('sha512', bytesOf(host, one.version)), told(host, newest)] as const] : [];
        });
        return Object.fromEntries(latest);
      });

      api.get<{ Params: { id: string } }>('/files/:id/:name', async ({ host, params: { id } }, reply) => {
        const one = listed().find(({ version }) => version.id === id);
        if (!one) throw refusal(404, 'there is no such file');
        return reply.type('application/java-archive').send(one.version.sent ?? bytesOf(host, one.version));
      });
    },
    { prefix: modrinthPath },
  );

  function told(host: string, { project, version }: Listed) {
    const { requires = [], requiresVersions = [], incompatible = [] } = version;
    const bytes = bytesOf(host, version);
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
            sha1: hash('sha1', bytes),
            sha512: hash('sha512', bytes),
          },
          url: version.url ?? `${filesUrl(host)}/${version.id}/${encodeURIComponent(version.filename)}`,
          filename: version.filename,
          primary: true,
          size: bytes.length,
          file_type: null,
        },
      ],
    };
  }

  function found(host: string, { hashes, algorithm }: ByHash['Body']): Listed[] {
    if (algorithm !== 'sha512') throw refusal(400, 'the stand-in knows SHA-512 alone');
    return listed().filter(({ version }) => hashes.includes(hash('sha512', bytesOf(host, version))));
  }
}

function hasFacet({ versions, isPack = false, isForClients = false }: FakeProject, facet: string): boolean {
  const [, name, operator, value = ''] = /^(\w+)(:|!=)(.*)$/s.exec(facet) ?? [];
  if (name === 'project_type') return (isPack === (value === 'modpack')) === (operator === ':');
  if (name === 'server_side') return (isForClients === (value === 'unsupported')) === (operator === ':');
  return versions.some(({ loaders, games }) => (name === 'categories' ? loaders : games).includes(value));
}

/** null: whichever. */
function listIn(query: string | undefined): string[] | null {
  return query === undefined ? null : (JSON.parse(query) as string[]);
}

function fits(
  { loaders, games }: FakeVersion,
  fit: { loaders: readonly string[] | null; games: readonly string[] | null },
): boolean {
  return (
    loaders.some((loader) => fit.loaders?.includes(loader) ?? true) &&
    games.some((game) => fit.games?.includes(game) ?? true)
  );
}

function dependency(projectId: string | null, type: 'required' | 'incompatible', versionId: string | null = null) {
  return { version_id: versionId, project_id: projectId, file_name: null, dependency_type: type };
}

function hash(algorithm: 'sha1' | 'sha512', bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
