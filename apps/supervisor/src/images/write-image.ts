import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { ImageFiles } from './image-files.ts';
import { type Blob, sorted, writeLayer } from './write-layer.ts';

export interface Image {
  /** Such as `realmkeep-realm`. */
  name: string;
  /** From the bottom up: what changes seldom first. */
  layers: readonly ImageFiles[];
  user: { uid: number; gid: number };
  entrypoint: readonly string[];
  env: Readonly<Record<string, string>>;
  workingDir: string;
  labels: Readonly<Record<string, string>>;
}

export interface WrittenImage {
  /** With its tag, which is the beginning of the hash of its contents: `realmkeep-realm:0123456789ab`. */
  reference: string;
  archive: string;
}

const tagLength = 12;
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Writes an image to `<name>.tar` in the folder. It is an OCI layout (image-spec 1.1, image-layout.md) that also has the `manifest.json` of `docker save`,
 * so that `docker load`, `ctr images import` and `podman load` all accept it. The same files make the same bytes.
 */
export async function writeImage(folder: string, image: Image): Promise<WrittenImage> {
  const blobs = await mkdtemp(join(folder, '.image-'));
  try {
    const layers: Blob[] = [];
    for (const files of image.layers) layers.push(await writeLayer(blobs, files));
    const config = await writeBlob(blobs, configOf(image, layers));
    const manifest = await writeBlob(blobs, manifestOf(config, layers));
    const reference = `${image.name}:${config.sha256.slice(0, tagLength)}`;
    const archive = join(folder, `${image.name}.tar`);
    await writeArchive(`${archive}.new`, { reference, config, manifest, layers });
    await rename(`${archive}.new`, archive);
    return { reference, archive };
  } finally {
    await rm(blobs, { recursive: true, force: true });
  }
}

/** image-spec, config.md. */
function configOf({ user, entrypoint, env, workingDir, labels }: Image, layers: readonly Blob[]): object {
  return {
    architecture: architectures[process.arch] ?? process.arch,
    os: 'linux',
    created: new Date(0).toISOString(),
    config: {
      User: `${user.uid}:${user.gid}`,
      Entrypoint: entrypoint,
      Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      WorkingDir: workingDir,
      Labels: labels,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ sha256 }) => `sha256:${sha256}`) },
  };
}

const manifestType = 'application/vnd.oci.image.manifest.v1+json';

/** image-spec, manifest.md. */
function manifestOf(config: Blob, layers: readonly Blob[]): object {
  return {
    schemaVersion: 2,
    mediaType: manifestType,
    config: descriptor('application/vnd.oci.image.config.v1+json', config),
    layers: layers.map((layer) => descriptor('application/vnd.oci.image.layer.v1.tar', layer)),
  };
}

function descriptor(mediaType: string, { sha256, bytes }: Blob): object {
  return { mediaType, digest: `sha256:${sha256}`, size: bytes };
}

async function writeBlob(folder: string, value: object): Promise<Blob> {
  const text = JSON.stringify(value);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(folder, sha256);
  await writeFile(path, text);
  return { path, sha256, bytes: Buffer.byteLength(text) };
}

interface Written {
  reference: string;
  config: Blob;
  manifest: Blob;
  layers: readonly Blob[];
}

const inArchive = ({ sha256 }: Blob): string => `blobs/sha256/${sha256}`;

async function writeArchive(path: string, { reference, config, manifest, layers }: Written): Promise<void> {
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${reference}`,
    'org.opencontainers.image.ref.name': reference.split(':')[1],
  };
  const index = { schemaVersion: 2, manifests: [{ ...descriptor(manifestType, manifest), annotations }] };
  const docker = [{ Config: inArchive(config), RepoTags: [reference], Layers: layers.map(inArchive) }];
  const tar = pack();
  const written = pipeline(tar, createWriteStream(path));
  const header = { mode: 0o644, mtime: new Date(0) };
  const blobs = new Map([config, manifest, ...layers].map((blob) => [blob.sha256, blob]));
  const add = async (): Promise<void> => {
    for (const [, blob] of sorted(blobs)) {
      const entry = tar.entry({ ...header, name: inArchive(blob), size: blob.bytes });
      await pipeline(createReadStream(blob.path), entry);
    }
    tar.entry({ ...header, name: 'index.json' }, JSON.stringify(index));
    tar.entry({ ...header, name: 'manifest.json' }, JSON.stringify(docker));
    tar.entry({ ...header, name: 'oci-layout' }, '{"imageLayoutVersion":"1.0.0"}');
    tar.finalize();
  };
  await Promise.all([add().catch((error: Error) => tar.destroy(error)), written]);
}
