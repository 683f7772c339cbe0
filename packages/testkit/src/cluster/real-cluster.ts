import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testCluster } from './config.ts';

/** The cluster that bin/cluster-test has started, in whose namespaces this runs: deploy/test-cluster/cluster.sh. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const scripts = join(root, 'deploy/test-cluster');
const productNamespace = 'realmkeep-tests';
const { state } = testCluster;

/** Where an account of the cluster is of use. */
export interface AccountForTest {
  /** Of the API server. */
  url: string;
  /** Of realms. */
  namespace: string;
  /** The folder with `token` and `ca.crt`. */
  credentials: string;
}

export async function kubectl(...args: string[]): Promise<string> {
  return (await run('kubectl', args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** @param manifests in YAML or JSON */
export async function apply(manifests: string): Promise<void> {
  const child = spawn('kubectl', ['apply', '-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(manifests);
  const said = await text(child.stderr);
  if (said !== '') throw new Error(said);
}

/** Values of a chart as arguments of helm. */
export function valuesOf(values: Record<string, object>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]);
}

/** A namespace of realms, and the api's account, as the chart has them. */
export async function newNamespace(): Promise<AccountForTest> {
  const namespace = `realms-${randomBytes(4).toString('hex')}`;
  await apply(JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: productNamespace } }));
  const chart = ['template', 'realmkeep', join(root, 'deploy/chart'), '-n', productNamespace];
  const parts = ['realms', 'network-policies'].flatMap((part) => ['--show-only', `templates/${part}.yaml`]);
  const here = `${testCluster.machine}/32`;
  const networkPolicies = { productCidrs: [here], dns: [{ ipBlock: { cidr: here } }] };
  await apply(
    (await run('helm', [...chart, ...parts, ...valuesOf({ realms: { namespace }, networkPolicies })])).stdout,
  );
  // Without it there are no pods, and a controller whose API server has just been away makes it late.
  await kubectl('wait', '--for=create', 'serviceaccount/default', '-n', namespace, '--timeout=180s');
  const credentials = await mkdtemp(join(state, 'account-'));
  await writeFile(join(credentials, 'ca.crt'), await readFile(join(state, 'pki/ca.crt')));
  const token = await kubectl('create', 'token', 'realmkeep-api', '-n', productNamespace, '--duration=24h');
  await writeFile(join(credentials, 'token'), token);
  return { url: `https://${testCluster.machine}:6443`, namespace, credentials };
}

/** Takes it away with all that is in it, which is not waited for. */
export async function endNamespace({ namespace }: AccountForTest): Promise<void> {
  // Pods on missing nodes would be waited for.
  await kubectl('delete', 'pods', '--all', '-n', namespace, '--wait=false', '--grace-period=1');
  await kubectl('delete', 'namespace', namespace, '--wait=false');
}

/** @param signal to send to its process, such as SIGSTOP, and later SIGCONT */
export async function signalApiServer(signal: NodeJS.Signals): Promise<void> {
  process.kill(Number(await readFile(join(state, 'apiserver.pid'), 'utf8')), signal);
}

/** After a kill. Returns when it answers. */
export async function startApiServer(): Promise<void> {
  await run(join(scripts, 'start-apiserver.sh'));
}

/** With `down`, the node and its pods are cut off from the network in both directions; they keep running. */
export async function setLink(node: string, to: 'up' | 'down'): Promise<void> {
  await run('ip', ['link', 'set', node, to]);
}

/** The machine loses power, and the cluster is told that it is gone. */
export async function removeNode(node: string): Promise<void> {
  process.kill(Number(await readFile(join(state, `${node}.pid`), 'utf8')), 'SIGKILL');
  await kubectl('delete', 'node', node);
}

/** Those that have been taken away, cut off, cordoned or tainted. */
export async function restoreNodes(): Promise<void> {
  const present = await kubectl('get', 'nodes', '-o', 'name');
  for (const number of [1, 2]) {
    const node = `node-${number}`;
    if (!present.includes(node)) await run(join(scripts, 'start-node.sh'), [String(number)]);
    await setLink(node, 'up');
  }
  for (const node of ['node-1', 'node-2']) {
    await kubectl('wait', '--for=create', `node/${node}`, '--timeout=120s');
    await kubectl('patch', 'node', node, '-p', '{"spec":{"taints":null,"unschedulable":null}}');
    // A kubelet that begins before its node is there asks ever more seldom, in the end after more than two minutes.
    await kubectl('wait', '--for=condition=Ready', `node/${node}`, '--timeout=300s');
  }
}

/** Where a volume's files are, on this machine as on all nodes. */
export function volumeFolder(volume: string): string {
  return join(state, 'volumes', volume);
}

/** The processes of a pod, by their ids here and in the pod. */
export function processesOfPod(podUid: string): { pid: number; inside: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/cgroup`, 'utf8').includes(`pod${podUid}`)) return [];
        const [, ids = ''] = /^NSpid:\t(.*)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
        return [{ pid: Number(name), inside: Number(ids.split('\t').at(-1)) }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
