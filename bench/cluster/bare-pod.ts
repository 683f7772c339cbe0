import type { Installation, RealmOfBench } from './installation.ts';

const name = 'bare';
const withinMs = 240_000;
/** Ends on SIGTERM, as realms do. */
const program = 'process.on("SIGTERM", () => process.exit()); setTimeout(() => {}, 600_000)';

/** A pod that does nothing, with the image, rights and limits of a realm's: it shows what the cluster itself takes for a start and an end. */
export class BarePod {
  readonly #cluster: Installation['cluster'];
  readonly #spec: object;

  private constructor(cluster: Installation['cluster'], spec: object) {
    this.#cluster = cluster;
    this.#spec = spec;
  }

  /** @param realm a running one */
  static async like({ cluster }: Installation, { id }: RealmOfBench): Promise<BarePod> {
    const pod = await cluster.find('pods', `realm-${id}`);
    if (!pod) throw new Error('the realm has no pod');
    const { securityContext, automountServiceAccountToken, containers } = pod.spec;
    const { image, resources, securityContext: rights, volumeMounts } = containers[0];
    const command = ['/usr/local/bin/node', '--eval', program];
    return new BarePod(cluster, {
      restartPolicy: 'Never',
      securityContext,
      automountServiceAccountToken,
      containers: [{ name: 'realm', image, command, resources, securityContext: rights, volumeMounts }],
      volumes: [
        { name: 'realm', emptyDir: {} },
        { name: 'tmp', emptyDir: { medium: 'Memory' } },
      ],
    });
  }

  /** @returns milliseconds until its node reports it running */
  async start(): Promise<number> {
    const began = performance.now();
    await this.#cluster.create('pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: this.#spec });
    const signal = AbortSignal.timeout(withinMs);
    await this.#cluster.podBecomes(name, (pod) => pod?.status.phase === 'Running', signal);
    return performance.now() - began;
  }

  /** @returns milliseconds until it is gone */
  async end(): Promise<number> {
    const began = performance.now();
    await this.#cluster.remove('pods', name);
    await this.#cluster.podBecomes(name, (pod) => pod === null, AbortSignal.timeout(withinMs));
    return performance.now() - began;
  }
}
