// `node images.ts FOLDER PAUSE`: writes the images that a test cluster has besides the product's to the folder, and tells their names as settings of a
// shell: that which holds pods, of the program PAUSE; and that of realms whose pods end a second after nobody has called, for tests that wait for it.
import { resolve } from 'node:path';
import { inImage, nobody, nodeFiles, realmServerFiles } from '../../apps/supervisor/src/images/contents.ts';
import { addFile, type ImageFiles } from '../../apps/supervisor/src/images/image-files.ts';
import { writeImage } from '../../apps/supervisor/src/images/write-image.ts';

const [, , folder = '', pause = ''] = process.argv;
const plain = { user: nobody, workingDir: '/', labels: {} };

const files: ImageFiles = new Map();
await addFile(files, pause, '/pause');
const holder = await writeImage(folder, { ...plain, name: 'pause', layers: [files], entrypoint: ['/pause'], env: {} });

const node = await nodeFiles();
const realm = await writeImage(folder, {
  ...plain,
  name: 'realmkeep-realm-impatient',
  layers: [node, await realmServerFiles(resolve(import.meta.dirname, '../..'), node)],
  entrypoint: [inImage.node, inImage.pod],
  env: { NODE_ENV: 'production', REALM_SERVER_DIR: inImage.realmServer, POD_IDLE_MS: '1000' },
});
process.stdout.write(`export PAUSE_IMAGE=${holder.reference} IMPATIENT_IMAGE=${realm.reference}\n`);
