import { type FileEntry, type FilesUsage, isLiveWorld, type JarFacts, type RealmFiles } from '../../files.ts';
import { landBytes, pictureBytes } from '../../land.ts';
import { callFileAgent, doWork, drawFromFileAgent, readFromFileAgent } from './file-agent-client.ts';
import type { FileAgents } from './file-agents.ts';

/** @param whileStopped runs a task while nothing can start the realm, and refuses if it is running */
export function localFiles(
  fileAgents: FileAgents,
  realmId: string,
  whileStopped: <T>(task: () => Promise<T>) => Promise<T>,
): RealmFiles {
  function ask<T>(operation: string, args: unknown[], content?: NodeJS.ReadableStream): Promise<T> {
    return fileAgents.use(realmId, (fileAgent) => callFileAgent<T>(fileAgent, operation, args, content));
  }
  function change<T>(paths: string[], task: () => Promise<T>): Promise<T> {
    return paths.some(isLiveWorld) ? whileStopped(task) : task();
  }
  return {
    list: (path) => ask<FileEntry[]>('list', [path]),
    stat: (path) => ask<FileEntry>('stat', [path]),
    read: (path, range) => readFromFileAgent(fileAgents, realmId, path, range ?? null),
    hash: (path) => ask<string>('hash', [path]),
    jar: (path) => ask<JarFacts>('jar', [path]),
    write: (path, content, options) => change([path], () => ask<FileEntry>('write', [path, options], content)),
    makeFolder: (path, quota) => change([path], () => ask<FileEntry>('makeFolder', [path, quota])),
    move: (from, to, replaces = false) => change([from, to], () => ask<FileEntry>('move', [from, to, replaces])),
    setTime: (path, changedAt) => change([path], () => ask<FileEntry>('setTime', [path, changedAt])),
    remove: (path) => change([path], () => ask<undefined>('remove', [path])),
    archive: (folder, names, path, work) =>
      change([path], () => doWork(fileAgents, realmId, 'archive', [folder, names, path, work.quota], work)),
    extract: (path, into, work) =>
      change([into], () => doWork(fileAgents, realmId, 'extract', [path, into, work.quota], work)),
    drawLand: (region) => drawFromFileAgent(fileAgents, realmId, 'drawLand', region, landBytes),
    drawPicture: (land) => drawFromFileAgent(fileAgents, realmId, 'drawPicture', land, pictureBytes),
    usage: () => ask<FilesUsage>('usage', []),
  };
}
