import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenRegion, pictureBytes, type PicturedLand } from '../land.ts';
import type { FoundDrawing } from '../file-agent/land/draw-picture.ts';
import { driverFolder } from '../local/folder/realm-paths.ts';
import type { LocalPlace } from '../local/local-place.ts';
import { drawCommand, type ServerProgram } from '../local/process/launch.ts';
import { isAlive } from '../local/process/process-identity.ts';
import { startAttached } from './attached.ts';
import { type ContainerOrder, labelOf } from './container.ts';
import type { Containers } from './containers.ts';

const withinMs = 20_000;
/** Nobody works any more on what is older. */
const overAfterMs = 3 * withinMs;

type Order = Omit<ContainerOrder, 'isAttached' | 'mounts' | 'command'> & { program: ServerProgram };

/**
 * Draws in a container that belongs to no realm, from copies of the open files, as descriptors cannot be passed to a container.
 * @throws Error if it fails, takes too long, or the result is not a picture
 */
export async function drawInContainer(
  containers: Containers,
  { dir, closing }: Pick<LocalPlace, 'dir' | 'closing'>,
  { program, ...order }: Order,
  middle: Pick<PicturedLand, 'x' | 'z'>,
  regions: readonly OpenRegion[],
): Promise<Buffer> {
  const pictures = join(dir, driverFolder, 'pictures');
  await clearLeft(containers, order.labels.place, pictures);
  const id = randomUUID();
  const folder = join(pictures, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const copies = await Promise.all(
      regions.map(async ({ x, z, fd }) => {
        const path = join(folder, `${x}.${z}`);
        await copyFile(`/proc/self/fd/${fd}`, path, constants.COPYFILE_FICLONE);
        await chmod(path, 0o400);
        await chown(path, order.user.uid, order.user.gid);
        return { x, z, path };
      }),
    );
    const drawing: FoundDrawing = { ...middle, regions: copies };
    const mounts = copies.map(({ path }) => ({ path, isWritable: false }));
    const pieces: Buffer[] = [];
    let bytes = 0;
    const command = drawCommand(program, drawing);
    const attached = await startAttached(containers, `realm-picture-${id}`, { ...order, command, mounts }, (piece) => {
      bytes += piece.length;
      if (bytes <= pictureBytes) pieces.push(piece);
      else attached.kill();
    });
    const signal = AbortSignal.any([closing, AbortSignal.timeout(withinMs)]);
    const kill = (): void => attached.kill();
    signal.addEventListener('abort', kill, { once: true });
    await attached.ended;
    signal.removeEventListener('abort', kill);
    if (bytes !== pictureBytes) throw new Error(`a picture was not drawn: ${attached.said()}`);
    return Buffer.concat(pieces);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what drivers that were killed have left: a container that was made and not started goes with no connection. */
async function clearLeft(containers: Containers, place: string, pictures: string): Promise<void> {
  const overBefore = Date.now() - overAfterMs;
  for (const { Id, Created, Labels } of await containers.list({ place, role: 'picture' })) {
    const isOver = Created * 1000 < overBefore || !isAlive(Number(labelOf(Labels, 'driver')));
    if (isOver) await containers.remove(Id);
  }
  for (const name of await readdir(pictures).catch(() => [])) {
    const folder = join(pictures, name);
    const found = await stat(folder).catch(() => null);
    if (found && found.mtimeMs < overBefore) await rm(folder, { recursive: true, force: true });
  }
}
