import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedRanges } from '@realmkeep/sockets';
import { admissionError } from '@realmkeep/testkit/cluster/admission';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  namesFor,
  problemsAmong,
  readSettings,
  type SettingName,
  settingNames,
  settingsTable,
} from '@realmkeep/settings';
import { type Case, cases, names, offered } from './cases.ts';
import { type Container, Helm, podOf, type Rendered } from './render.ts';
import { schemaProblems } from './schema-problems.ts';
import { driverCalls, figures, read, root } from './sources.ts';

let folder: string;
let helm: Helm;
const rendered = {} as Record<Case, Rendered[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-helm-'));
  helm = await Helm.unpack(folder);
  for (const name of names) rendered[name] = await helm.template(cases[name]);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const ofKind = (name: Case, ...kinds: string[]) => rendered[name].filter(({ kind }) => kinds.includes(kind));
const pods = (name: Case) => rendered[name].flatMap((one) => podOf(one) ?? []);
const containers = (name: Case) => pods(name).flatMap(({ spec }) => spec.containers);
const containerOf = (name: Case, container: string): Container => {
  const found = containers(name).find((one) => one.name === container);
  if (found === undefined) throw new Error(`there is no ${container}`);
  return found;
};

const toldTo = (name: Case, container: string, setting: string) =>
  containerOf(name, container).env.find((one) => one.name === setting)?.value ?? '';
const graceOf = (name: Case, container: string) =>
  pods(name).find(({ spec }) => spec.containers[0]?.name === container)?.spec.terminationGracePeriodSeconds;
const isOf =
  (labels: Record<string, string>) =>
  ({ metadata }: { metadata: Rendered['metadata'] }): boolean =>
    Object.entries(labels).every(([key, value]) => metadata.labels[key] === value);

test('helm finds nothing wrong', async () => {
  expect(await helm.lint()).toContain('0 chart(s) failed');
});

test.each([
  ['what it does not know', { apis: {} }],
  ['what it does not know within', { api: { replica: 3 } }],
  ['what is of another type', { api: { replicas: 'three' } }],
  ['what is out of bounds', { api: { replicas: 9 } }],
  ['what is none of the choices', { gateway: { kind: 'StatefulSet' } }],
  ['what is empty', { baseDomain: '' }],
  ['a setting that there is not', { settings: { NO_SETTING: '1' } }],
  ['a secret', { settings: { TOKEN_KEY: 'x'.repeat(32) } }],
  ['what it gives itself', { settings: { DATA_DIR: '/elsewhere' } }],
])('values are refused that have %s', async (_what, values) => {
  await expect(helm.template(values)).rejects.toThrow("values don't meet the specifications of the schema");
});

const besideToken = (all: { name: string }[] = []) => all.map(({ name }) => name).filter((name) => name !== 'cluster');

describe.each(names)('rendered %s', (name) => {
  test('objects are as Kubernetes 1.34 takes them', () => {
    expect(rendered[name].length).toBeGreaterThan(10);
    expect(rendered[name].flatMap(schemaProblems)).toEqual([]);
  });

  test('no object is there twice, and each is in the namespace that it belongs to', () => {
    const ids = rendered[name].map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`);
    expect(new Set(ids).size).toBe(ids.length);
    const spaces = rendered[name].filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace);
    expect(new Set(spaces)).toEqual(new Set(['realmkeep', 'realmkeep-realms']));
  });

  test('pods are restricted, but for the port of a node', () => {
    for (const { spec } of pods(name)) {
      const bare = {
        ...spec,
        containers: spec.containers.map(({ ports = [], ...one }) => ({
          ...one,
          ports: ports.map((port) => ({ name: port.name, containerPort: port.containerPort })),
        })),
      };
      expect(admissionError('pods', { spec: bare })).toBeNull();
      for (const one of spec.containers) {
        expect(one).toMatchObject({
          securityContext: { readOnlyRootFilesystem: true },
          resources: { limits: { memory: expect.any(String) as string } },
        });
        // Who has the token of the cluster is asked below.
        expect(besideToken(spec.volumes)).toEqual(besideToken(one.volumeMounts));
      }
    }
    const onNodes = containers(name).flatMap(({ ports = [] }) =>
      ports.filter(({ hostPort }) => hostPort !== undefined),
    );
    const expected =
      name === 'with a gateway on each node' ? [{ name: 'game', containerPort: 25565, hostPort: 25565 }] : [];
    expect(onNodes).toEqual(expected);
  });

  test('the api alone has a token of the cluster', () => {
    const pods = rendered[name].flatMap((one) => podOf(one)?.spec ?? []);
    expect(pods.filter(({ automountServiceAccountToken }) => automountServiceAccountToken !== false)).toEqual([]);
    const withToken = pods.flatMap(({ containers: all, volumes = [] }) => {
      const tokens = volumes.filter(({ projected }) => JSON.stringify(projected)?.includes('serviceAccountToken'));
      return all.filter(({ volumeMounts = [] }) =>
        volumeMounts.some((one) => tokens.some((of) => of.name === one.name)),
      );
    });
    expect(withToken.map((one) => one.name)).toEqual(['api']);
    expect(ofKind(name, 'ServiceAccount')).toMatchObject([{ automountServiceAccountToken: false }]);
  });

  test('programs are told what they read, each once', () => {
    for (const program of ['api', 'gateway'] as const) {
      const told = containerOf(name, program).env.map((one) => one.name);
      expect(new Set(told).size).toBe(told.length);
      const known: readonly string[] = namesFor(program);
      expect(told.filter((one) => !known.includes(one))).toEqual([]);
    }
    expect(containerOf(name, 'migration').env.map((one) => one.name)).toEqual(['DATABASE_URL']);
  });

  test('nothing secret is rendered', () => {
    expect(ofKind(name, 'Secret')).toEqual([]);
    for (const { env } of containers(name)) {
      for (const one of env) {
        const setting = one.name in settingsTable ? settingsTable[one.name as SettingName] : null;
        const isSecret = setting?.secret === true || /TOKEN|PASSWORD|(ACCESS|SECRET)_KEY/.test(one.name);
        expect([one.name, isSecret]).toEqual([one.name, one.valueFrom?.secretKeyRef !== undefined]);
      }
    }
  });

  test('what runs is there', () => {
    for (const { args } of containers(name)) {
      const [program = ''] = args;
      expect(existsSync(join(root, program.replace(/dist\/(\w+)\.js$/, 'src/$1.ts')))).toBe(true);
    }
  });

  test('selectors find their pods, services and policies their ports', () => {
    for (const one of rendered[name]) {
      const pod = podOf(one);
      const labels = one['spec']?.selector?.matchLabels;
      expect(pod === null || one.kind === 'Job' || isOf(labels)(pod)).toBe(true);
    }
    const selected = [
      ...ofKind(name, 'Service').map(({ spec }) => ({
        labels: spec.selector,
        ports: spec.ports.map((port: { targetPort: string }) => port.targetPort),
      })),
      ...ofKind(name, 'PodDisruptionBudget').map(({ spec }) => ({ labels: spec.selector.matchLabels, ports: [] })),
      ...ofKind(name, 'NetworkPolicy')
        .filter(({ metadata }) => metadata.namespace === 'realmkeep')
        .map(({ spec }) => ({
          labels: spec.podSelector.matchLabels,
          ports: (spec.ingress ?? []).flatMap((rule: { ports: { port: string }[] }) =>
            rule.ports.map(({ port }) => port),
          ),
        })),
    ];
    for (const { labels, ports } of selected) {
      const found = pods(name).filter(isOf(labels));
      expect(found).toHaveLength(1);
      const open = found[0]?.spec.containers.flatMap((one) => one.ports ?? []).map((port) => port.name);
      expect(open).toEqual(expect.arrayContaining(ports));
    }
  });

  test('ports that programs listen on are the ones that are open', () => {
    const open = (container: string) =>
      Object.fromEntries(
        (containerOf(name, container).ports ?? []).map((port) => [port.name, String(port.containerPort)]),
      );
    const sftp = toldTo(name, 'api', 'SFTP_PORT');
    expect(open('api')).toEqual({
      http: toldTo(name, 'api', 'PORT'),
      internal: toldTo(name, 'api', 'INTERNAL_PORT'),
      pods: '7445',
      ...(sftp !== '0' && { sftp }),
    });
    expect(open('gateway')).toEqual({
      game: toldTo(name, 'gateway', 'GAME_PORT'),
      health: toldTo(name, 'gateway', 'GATEWAY_HEALTH_PORT'),
    });
    expect(toldTo(name, 'api', 'GAME_PORT')).toBe(toldTo(name, 'gateway', 'GAME_PORT'));
    const internal = ofKind(name, 'Service').find(({ metadata }) => metadata.name.endsWith('-internal'));
    expect(toldTo(name, 'gateway', 'API_URL')).toBe(
      `https://${internal?.metadata.name}:${internal?.['spec'].ports[0].port}`,
    );
  });

  test('whoever ends has the time that it is told to take', () => {
    expect(graceOf(name, 'api')).toBeGreaterThan(
      Number(toldTo(name, 'api', 'DRAIN_NOTICE_SECONDS')) + Number(toldTo(name, 'api', 'DRAIN_SECONDS')),
    );
    expect(graceOf(name, 'gateway')).toBeGreaterThan(Number(toldTo(name, 'gateway', 'GATEWAY_DRAIN_SECONDS')) + 15);
  });

  test('the driver may do what it does, and no more', () => {
    const rules = ofKind(name, 'Role').flatMap(({ rules: all }) => all as { resources: string[]; verbs: string[] }[]);
    const allowed = rules.flatMap(({ resources, verbs }) =>
      resources.flatMap((what) => verbs.map((verb) => `${verb} ${what}`)),
    );
    expect(allowed.toSorted()).toEqual(driverCalls().toSorted());
    expect(ofKind(name, 'RoleBinding')).toMatchObject([
      { subjects: [{ name: 'main-realmkeep-api', namespace: 'realmkeep' }] },
    ]);
    expect(ofKind(name, 'ClusterRole', 'ClusterRoleBinding')).toEqual([]);
  });
});

test('a setting is offered if it is no secret and not the chart’s to give; a secret is by its name', () => {
  const readers = new Set(['api', 'gateway']);
  const wanted = settingNames.filter((one) => settingsTable[one].readers.some((reader) => readers.has(reader)));
  const given = new Set(containers('by default').flatMap(({ env }) => env.map((one) => one.name)));
  // Of one machine with all there is; or databases of realms, which there are on demand.
  const apart = [
    'API_WORKERS',
    'DOCKER_SOCKET',
    'GAME_HOST',
    'GEO_DATABASE',
    'HOST',
    'KUBERNETES_API',
    'KUBERNETES_CREDENTIALS',
    'REALM_DATABASE_URL',
    'REALM_DNS',
  ];
  expect([...offered, ...given, ...apart].filter((one) => one in settingsTable).toSorted()).toEqual(wanted.toSorted());
});

test('what is given by default can be read', () => {
  const secrets = {
    DATABASE_URL: 'postgres://database',
    METRICS_TOKEN_SHA256: 'a'.repeat(64),
    KUBERNETES_OWN_ADDRESS: '10.1.2.3',
  };
  const environmentOf = (container: string) =>
    Object.fromEntries(
      containerOf('by default', container).env.map(({ name, value, valueFrom }) => [
        name,
        value ?? (valueFrom?.secretKeyRef?.optional ? '' : { [name]: 'x'.repeat(32), ...secrets }[name]),
      ]),
    );
  expect(problemsAmong(readSettings(namesFor('api'), environmentOf('api')))).toEqual([]);
  expect(readSettings(namesFor('gateway'), environmentOf('gateway'))).toMatchObject({ GATEWAY_HEALTH_PORT: 25_580 });
});

test('the realms’ namespace is restricted, and stays', () => {
  const [realms] = ofKind('by default', 'Namespace');
  expect(realms?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  const stays = { 'helm.sh/resource-policy': 'keep' };
  expect(realms?.metadata.annotations).toEqual(stays);
  // Realms run on without the chart, and within their walls.
  const walls = ofKind('by default', 'NetworkPolicy').filter(
    ({ metadata }) => metadata.namespace === 'realmkeep-realms',
  );
  expect(walls.map(({ metadata }) => metadata.annotations)).toEqual([stays, stays]);
  expect(ofKind('with less', 'Namespace')).toEqual([]);
});

test('the database is migrated before anything else', () => {
  const [job] = ofKind('by default', 'Job');
  expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
  // By the policy of its own release, of which a mistake in the one before is corrected.
  const policy = ofKind('by default', 'NetworkPolicy').find(({ metadata }) => metadata.name.endsWith('-migration'));
  const before = { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-1' };
  expect(policy?.metadata.annotations).toMatchObject(before);
  expect(containerOf('by default', 'api').env).toContainEqual({ name: 'MIGRATE', value: 'false' });
});

test('players keep their addresses', () => {
  const gateway = ofKind('by default', 'Service').find(({ spec }) => spec.ports[0].name === 'game');
  expect(gateway?.['spec']).toMatchObject({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
  expect(
    ofKind('with a gateway on each node', 'Service').flatMap(({ spec }) =>
      spec.ports.map((port: { name: string }) => port.name),
    ),
  ).not.toContain('game');
});

test('realms reach the public internet but for mail, and the api and gateways alone reach them', () => {
  const policies = ofKind('with all there is', 'NetworkPolicy');
  const [nothing, realms] = policies.filter(({ metadata }) => metadata.namespace === 'realmkeep-realms');
  expect(nothing?.['spec']).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const from = realms?.['spec'].ingress.map((rule: Rendered) => [
    rule['from'].map((peer: Rendered) => peer['podSelector'].matchLabels['app.kubernetes.io/component']),
    rule['ports'][0].port,
  ]);
  expect(from).toEqual([
    [['api'], 7443],
    [['gateway'], 7444],
  ]);
  const [dns, api, out] = (realms?.['spec'].egress ?? []) as Rendered[];
  expect(dns?.['ports'].map(({ port }: { port: number }) => port)).toEqual([53, 53]);
  expect(api).toEqual({
    to: [
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'realmkeep' } },
        podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'api' }) },
      },
    ],
    ports: [{ protocol: 'TCP', port: 7445 }],
  });
  const blocks = out?.['to'].map((peer: Rendered) => peer['ipBlock']) as { cidr: string; except: string[] }[];
  expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '2000::/3']);
  expect(blocks[0]?.except).toEqual(
    expect.arrayContaining(closedRanges.map((range) => (range.includes('/') ? range : `${range}/32`))),
  );
  expect(blocks.map(({ except }) => except.at(-1))).toEqual(['198.100.0.0/24', '2a00::/32']);
  const passes = (port: number) =>
    out?.['ports'].some(
      (one: { protocol: string; port: number; endPort: number }) =>
        one.protocol === 'TCP' && one.port <= port && port <= one.endPort,
    );
  expect([25, 465, 587].filter(passes)).toEqual([]);
  expect([24, 26, 80, 443, 464, 466, 586, 588, 65_535].every(passes)).toBe(true);
});

test('apis and gateways outside the cluster are let in by their addresses, and reached at these', async () => {
  const productCidrs = ['10.9.0.0/24', 'fd00::/64'];
  const outside = await helm.template({ networkPolicies: { productCidrs } });
  const realms = outside.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith('-realms'));
  expect(realms && schemaProblems(realms)).toEqual([]);
  const peers = productCidrs.map((cidr) => ({ ipBlock: { cidr } }));
  expect(realms?.['spec'].ingress).toEqual(
    [7443, 7444].map((port) => ({ from: peers, ports: [{ protocol: 'TCP', port }] })),
  );
  expect(realms?.['spec'].egress).toContainEqual({ to: peers, ports: [{ protocol: 'TCP', port: 7445 }] });
});

test('realms’ databases are reached by the doors beside the api alone, which their pods call; without a server for them there is none of it', () => {
  const api = containerOf('with all there is', 'api');
  const doors = containerOf('with all there is', 'doors');
  const url = api.env.find(({ name }) => name === 'REALM_DATABASE_URL');
  expect(url?.valueFrom?.secretKeyRef).toMatchObject({ name: 'realm-databases', key: 'uri' });
  expect(doors.env).toEqual([
    { name: 'GUESTS_DIR', value: `${toldTo('with all there is', 'api', 'DATA_DIR')}/guests` },
    url,
  ]);
  expect(doors.volumeMounts).toEqual(api.volumeMounts?.filter(({ name }) => name !== 'cluster'));
  const service = ofKind('with all there is', 'Service').find(({ spec }) => spec.ports[0].name === 'pods');
  expect(service?.['spec'].ports[0].port).toBe(7445);
  expect(toldTo('with all there is', 'api', 'KUBERNETES_DOORS')).toBe(`${service?.metadata.name}.realmkeep.svc`);
  const leads = (name: Case) =>
    ofKind(name, 'NetworkPolicy')
      .filter(({ spec }) => JSON.stringify(spec.egress ?? []).includes('10.9.8.7/32'))
      .map(({ metadata }) => metadata.name);
  expect(leads('with all there is')).toEqual(['main-realmkeep-api']);
  expect(containers('by default').map(({ name }) => name)).not.toContain('doors');
  expect(toldTo('by default', 'api', 'REALM_DATABASE_URL')).toBe('');
});

test('the driver’s label and ports are the policies’', () => {
  const text = read('packages/runtime/src/kubernetes/manifests.ts');
  expect(text).toContain("selector = 'app.kubernetes.io/managed-by=realmkeep'");
  expect(text).toContain('controlPort = 7443');
  expect(text).toContain('gamePort = 7444');
  expect(text).toContain('callPort = 7445');
});

test('alerts and the dashboard ask for figures that there are', () => {
  const known = figures();
  const rules = ofKind('with all there is', 'PrometheusRule').flatMap(({ spec }) =>
    spec.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules),
  ) as { expr: string }[];
  const [config] = ofKind('with all there is', 'ConfigMap');
  const dashboard = JSON.parse(config?.['data']['realmkeep.json']) as { panels: { targets: { expr: string }[] }[] };
  const asked = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) =>
    [...expr.matchAll(/(\w+)\{/g)].map(([, figure = '']) => figure),
  );
  expect(asked.length).toBeGreaterThan(25);
  const unknown = asked.filter(
    (figure) => !known.has(figure) && !known.has(figure.replace(/_(count|bucket|sum)$/, '')),
  );
  expect(unknown).toEqual([]);
  const monitor = ofKind('with all there is', 'ServiceMonitor')[0]?.['spec'];
  const open = ofKind('with all there is', 'Service').flatMap(({ spec }) =>
    spec.ports.map((port: { name: string }) => port.name),
  );
  expect(open).toEqual(expect.arrayContaining(monitor.endpoints.map(({ port }: { port: string }) => port)));
});

test('the chart is of the product’s version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('deploy/chart/Chart.yaml')).toContain(`version: ${version}\nappVersion: ${version}\n`);
});
