import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenRegion, pictureBytes, type PicturedLand } from '../../land.ts';
import { makeGroups, removeGroups, removeGroupsNamed } from '../bounds/cgroup.ts';
import { driverFolder } from '../folder/realm-paths.ts';
import type { LocalPlace } from '../local-place.ts';
import { isAlive } from '../process/process-identity.ts';
import { type FileAgentProcess, launchDrawing, programFiles } from '../process/launch.ts';
import { groupName } from '../process/start-process.ts';

const limits = { memoryMiB: 192, cores: 1, processes: 32 };
/** Four times what a region may take, and the start of a process. */
const withinMs = 20_000;
let drawings = 0;

/**
 * Draws open files in a process that belongs to no realm, within walls that contain nothing else.
 * @throws Error if it fails, takes too long, or the result is not a picture
 */
export async function drawGiven(
  { dir, bounds, program, closing }: Pick<LocalPlace, 'dir' | 'bounds' | 'program' | 'closing'>,
  { x, z }: Pick<PicturedLand, 'x' | 'z'>,
  regions: readonly OpenRegion[],
): Promise<Buffer> {
  const folder = join(dir, driverFolder, 'nothing');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const start = `${groupName(dir, 'pictures')}-`;
  const group = `${start}${process.pid}-${(drawings += 1)}`;
  const { cgroups } = bounds;
  if (cgroups) await removeGroupsNamed(cgroups, start, (end) => !isAlive(Number.parseInt(end, 10)));
  const groups = cgroups ? await makeGroups(cgroups, group, limits) : [];
  try {
    const room = { folder, programs: programFiles(program), hosts: null, network: null, names: null };
    // The id before that of realm 1, which no realm has.
    const uid = bounds.users ?? process.getuid?.() ?? 0;
    const child = launchDrawing({ program, bounds, limits, uid, room, groups, x, z, regions });
    return await drawnBy(child, closing);
  } finally {
    if (cgroups) await removeGroups(cgroups, group);
  }
}

/** Returns the picture drawn by a process, and ends it. @throws the same */
export async function drawnBy(child: FileAgentProcess, closing: AbortSignal): Promise<Buffer> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(withinMs)]);
  const end = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    let said = '';
    child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2048)));
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= pictureBytes) pieces.push(piece);
      else end();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0 || bytes !== pictureBytes) throw new Error(`a picture was not drawn (${code}): ${said}`);
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
