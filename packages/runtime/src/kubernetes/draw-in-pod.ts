import { randomBytes } from 'node:crypto';
import type { OpenRegion } from '../land.ts';
import { deriveHostKey, writeHostKey } from '../remote/host-key.ts';
import { RuntimeError } from '../runtime.ts';
import type { Cluster } from './cluster.ts';
import { hasEnded, runs, whyPending } from './kube-objects.ts';
import { podBody, secretBody } from './manifests.ts';
import { PodContact } from './pod-contact.ts';

const withinMs = 60_000;

/** Has a pod with no realm's volume draw what strangers have made. @throws RuntimeError unreachable; Error when it cannot be drawn */
export async function drawInPod(
  { client, pods, settings, installationKey, kernels, closing }: Cluster,
  middle: { x: number; z: number },
  regions: readonly OpenRegion[],
): Promise<Buffer> {
  const name = `drawing-${randomBytes(8).toString('hex')}`;
  const key = deriveHostKey(installationKey, name);
  const signal = AbortSignal.any([closing, AbortSignal.timeout(withinMs)]);
  const shape = { image: settings.image, limits: null };
  const order = { name, labels: {}, secret: name, number: 0, shape, hasVolume: false, node: null, told: {} };
  const pod = pods.note(await client.create('pods', podBody(order)));
  const { uid } = pod.metadata;
  try {
    await client.create('secrets', secretBody(name, writeHostKey(key), { kind: 'Pod', name, uid }));
    const met = await pods.until(name, (now) => now === null || hasEnded(now) || Boolean(now.status.podIP), signal);
    const address = met?.status.podIP ?? '';
    if (address === '') throw new RuntimeError('unreachable', `a pod to draw in ended: ${met ? whyPending(met) : ''}`);
    const contact = new PodContact({
      address,
      realmId: null,
      key,
      kernels,
      runs: () => runs(pods.get(name) ?? pod),
      onObserved: () => undefined,
      onContact: () => undefined,
    });
    try {
      return await (await contact.reach(signal)).drawPicture(middle, regions);
    } finally {
      contact.close();
    }
  } finally {
    await client.remove('pods', name, uid);
  }
}
