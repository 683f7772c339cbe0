import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from './schema-problems.ts';
import { unpackTool } from './unpack-tool.ts';

const chart = join(import.meta.dirname, '../../deploy/chart');
const run = promisify(execFile);

/** What is read of pods, whatever makes them. */
export interface PodSpec {
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  volumes?: { name: string; projected?: object }[];
}

interface ValueFrom {
  secretKeyRef?: { name: string; key: string; optional?: true };
  fieldRef?: { fieldPath: string };
}

export interface Container {
  name: string;
  args: string[];
  env: { name: string; value?: string; valueFrom?: ValueFrom }[];
  ports?: { name: string; containerPort: number; hostPort?: number }[];
  volumeMounts?: { name: string }[];
}

/** What is read of any object; which kind has which part is Kubernetes'. */
export interface Rendered extends KubeObject {
  metadata: {
    name: string;
    namespace?: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
  };
  // Of whatever kind it is.
  // oxlint-disable-next-line typescript/no-explicit-any
  [field: string]: any;
}

/** A real helm in a folder of its own. */
export class Helm {
  readonly #folder: string;
  readonly #program: string;

  private constructor(folder: string, program: string) {
    this.#folder = folder;
    this.#program = program;
  }

  static async unpack(folder: string): Promise<Helm> {
    return new Helm(folder, await unpackTool('helm', folder));
  }

  lint(): Promise<string> {
    return this.#run('lint', '--strict', chart);
  }

  /** @throws what helm says of values that are refused */
  async template(values: object): Promise<Rendered[]> {
    const file = join(this.#folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    const text = await this.#run('template', 'main', chart, '--namespace', 'realmkeep', '--values', file);
    return parseAllDocuments(text).map((document) => {
      const [problem] = document.errors;
      if (problem) throw problem;
      return document.toJS() as Rendered;
    });
  }

  async #run(...args: string[]): Promise<string> {
    const env = { HOME: this.#folder, PATH: '' };
    const { stdout } = await run(this.#program, args, { env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  }
}

/** The pods that an object makes; null: it makes none. */
export function podOf(one: Rendered): { metadata: Rendered['metadata']; spec: PodSpec } | null {
  return ['Deployment', 'DaemonSet', 'Job'].includes(one.kind) ? one['spec'].template : null;
}
