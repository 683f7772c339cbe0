import { readFileSync, statSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { type DockerForTest, makeDockerPlace, startDocker } from '../../test/docker-place.ts';
import { testSpec } from '../../test/test-spec.ts';
import { describeRuntime } from '../conformance.ts';
import { realmPaths } from '../local/folder/realm-paths.ts';
import { readRun, writeRun } from '../local/folder/realm-record.ts';

const docker = await startDocker();
const obstacle = typeof docker === 'string' ? docker : null;
const there = docker as DockerForTest;
afterAll(async () => {
  if (obstacle === null) await there[Symbol.asyncDispose]();
});

describe.skipIf(obstacle !== null)(`with a Docker of its own${obstacle === null ? '' : `: ${obstacle}`}`, () => {
  describeRuntime('docker', async () => ({
    ...(await makeDockerPlace(there)),
    map: 'meadow',
    unknownMap: 'nowhere',
    sayCommand: 'say',
  }));

  test('a realm has a user of its own, no rights, no network, and nothing to write but its folder; a driver that was killed while it started it is followed by one that adopts it', async () => {
    await using place = await makeDockerPlace(there);
    const runtime = await place.driver();
    const spec = testSpec('meadow', { number: 7, limits: { memoryMiB: 300, cores: 0.5, processes: 50 } });
    await runtime.ensure(spec, 1);
    const paths = realmPaths(place.dir, spec.realmId);
    const record = readRun(paths);
    const pid = record?.pid ?? 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\t(${statSync(paths.folder).uid})\t\\1\t`, 'm'));
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(statSync(paths.folder).uid).not.toBe(0);
    const links = readFileSync(`/proc/${pid}/net/dev`, 'utf8')
      .match(/^ *\w+(?=:)/gm)
      ?.map((name) => name.trim());
    expect(links).toEqual(['lo']);
    const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    // Fields 5 and 6 of proc(5): where, and how.
    const writable = mounts
      .filter(([, , , , , how = 'ro']) => how.startsWith('rw'))
      .map(([, , , , where = '']) => where);
    expect(writable.filter((where) => !/^\/(dev|proc|sys|etc)(\/|$)/.test(where)).toSorted()).toEqual([
      '/tmp',
      paths.folder,
    ]);
    const container = await there.docker.call('GET', `/containers/${record?.container}/json`);
    expect(container).toMatchObject({
      HostConfig: { Memory: 300 * 2 ** 20, CpuQuota: 50_000, PidsLimit: 50, NetworkMode: 'none', ReadonlyRootfs: true },
    });

    await runtime.close();
    // As it is on record before the container starts.
    if (record) writeRun(paths, { ...record, pid: 0 });
    const next = await place.driver();
    expect(await next.inspect(spec.realmId)).toMatchObject({
      fencingToken: 1,
      startedAt: record?.startedAt,
      exit: null,
    });
    expect(readRun(paths)).toEqual(record);
    expect(await next.ensure(spec, 2)).toMatchObject({ fencingToken: 1 });
    await next.destroy(spec.realmId);
    await next.close();
  });
});
