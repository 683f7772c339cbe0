// `node images.ts FOLDER PAUSE`: writes the images that a test cluster has besides the product's to the folder, and tells their names as settings of a
// shell: that which holds pods, of the program PAUSE; and that of realms whose pods end a second after nobody has called, for tests that wait for
// it, without a Java and with the lowest that is here; and that of realms that do nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findJavaRuntimes } from '@realmkeep/runtime/java';
import { build } from 'rolldown';
import {
  forPod,
  inImage,
  javaFiles,
  nobody,
  nodeFiles,
  realmServerFiles,
} from '../../apps/supervisor/src/images/contents.ts';
import { addFile, type ImageFiles } from '../../apps/supervisor/src/images/image-files.ts';
import { writeImage } from '../../apps/supervisor/src/images/write-image.ts';
import { pod } from '../../rolldown.config.ts';

const [, , folder = '', pause = ''] = process.argv;
const plain = { user: nobody, workingDir: '/', labels: {} };
const checkout = resolve(import.meta.dirname, '../..');

const files: ImageFiles = new Map();
await addFile(files, pause, '/pause');
const holder = await writeImage(folder, { ...plain, name: 'pause', layers: [files], entrypoint: ['/pause'], env: {} });

const node = await nodeFiles();
const realmServer = await realmServerFiles(checkout, node);
const impatient = {
  ...plain,
  entrypoint: forPod,
  env: { NODE_ENV: 'production', REALM_SERVER_DIR: inImage.realmServer, POD_IDLE_MS: '1000' },
};
const realm = await writeImage(folder, {
  ...impatient,
  name: 'realmkeep-realm-impatient',
  layers: [node, realmServer],
});
const [java] = await findJavaRuntimes();
if (java === undefined) throw new Error('There is no Java in /usr/lib/jvm.');
const withJava = await writeImage(folder, {
  ...impatient,
  name: 'realmkeep-realm-impatient-java',
  layers: [node, await javaFiles(java.path, node), realmServer],
});

const built = await mkdtemp(join(tmpdir(), 'realmkeep-idle-'));
const program = join(checkout, 'bench/cluster/idle-pod.ts');
await build({ ...pod, input: program, logLevel: 'silent', output: { ...pod.output, dir: built } });
const nothing: ImageFiles = new Map();
await addFile(nothing, join(built, 'idle-pod.js'), inImage.pod);
const idle = await writeImage(folder, { ...impatient, name: 'realmkeep-realm-idle', layers: [node, nothing] });
await rm(built, { recursive: true });

const told = {
  PAUSE_IMAGE: holder.reference,
  IMPATIENT_IMAGE: realm.reference,
  IMPATIENT_JAVA_IMAGE: withJava.reference,
  IDLE_IMAGE: idle.reference,
  IMPATIENT_JAVA_MAJOR: String(java.major),
};
process.stdout.write(
  `export ${Object.entries(told)
    .map((pair) => pair.join('='))
    .join(' ')}\n`,
);
