import { type AddonKind, type AddonProblem, isUnbounded } from '@realmkeep/contract';
import type { Fit, Modrinth } from '../../../integrations/modrinth/modrinth.ts';
import type { Version, VersionFile } from '../../../integrations/modrinth/modrinth-answers.ts';
import { fileOf, isNewer } from './addon-policy.ts';
import type { InstalledAddon } from './installed-addons.ts';

/** Projects in one installation. */
const maxProjects = 30;

/** Why something is not installed, and what that is about: a project by its id, or a file. */
export class AddonRefusal extends Error {
  override readonly name = 'AddonRefusal';
  readonly problem: AddonProblem;
  readonly subject: { projectId: string } | { file: string } | null;
  constructor(problem: AddonProblem, subject: AddonRefusal['subject'] = null) {
    super(problem);
    this.problem = problem;
    this.subject = subject;
  }
}

/** A version that will replace the installed one of its project. */
export interface PlannedAddon {
  version: Version;
  file: VersionFile;
  replaces: InstalledAddon[];
}

/** In the order of execution: dependencies come first. */
export interface AddonPlan {
  enable: InstalledAddon[];
  put: PlannedAddon[];
  /** Older versions beside the installed one, as left by a killed update. */
  remove: InstalledAddon[];
}

/**
 * Plans the installation of a project's newest fitting version, with its dependencies. Installed dependencies stay, whatever their
 * version; files that a project requires from elsewhere are not looked for.
 * @throws AddonRefusal, ProviderError
 */
export async function planAddon(
  modrinth: Modrinth,
  { kind, projectId, fit }: { kind: AddonKind; projectId: string; fit: Fit },
  installed: readonly InstalledAddon[],
): Promise<AddonPlan> {
  const plan: AddonPlan = { enable: [], put: [], remove: [] };
  const seen = new Set<string>();
  const present = (id: string) => installed.filter(({ found }) => found?.project_id === id);

  async function bring(id: string, version: Version | null): Promise<void> {
    if (isUnbounded(kind, id)) throw new AddonRefusal('UNBOUNDED', { projectId: id });
    const file = version && fileOf(kind, version);
    if (!version || !file) throw new AddonRefusal('NO_VERSION', { projectId: id });
    for (const needed of version.dependencies) {
      if (needed.dependency_type === 'required') await need(id, needed.project_id ?? null, needed.version_id ?? null);
    }
    plan.put.push({ version, file, replaces: present(id) });
  }

  /** A file from elsewhere, which has neither, is not looked for. */
  async function need(by: string, id: string | null, versionId: string | null): Promise<void> {
    const named = versionId === null ? null : await modrinth.version(versionId, fit);
    const project = id ?? named?.project_id ?? null;
    if (project === null && versionId !== null) throw new AddonRefusal('NO_VERSION', { projectId: by });
    if (project === null || seen.has(project)) return;
    seen.add(project);
    if (seen.size > maxProjects) throw new AddonRefusal('NO_VERSION', { projectId });
    const there = present(project);
    const [first] = there;
    if (first === undefined) return bring(project, named ?? (await modrinth.newest(project, fit)));
    if (!there.some(({ enabled }) => enabled)) plan.enable.push(first);
  }

  seen.add(projectId);
  const newest = await modrinth.newest(projectId, fit);
  const there = present(projectId);
  const current = there.find(({ found }) => newest && found && !isNewer(newest, found))?.found;
  if (!current) await bring(projectId, newest);
  else plan.remove.push(...there.filter(({ found }) => found && isNewer(current, found)));
  assertTogether(plan, installed);
  return plan;
}

/** A disabled one stays disabled. */
export function willBeOn({ replaces }: PlannedAddon): boolean {
  return replaces.length === 0 || replaces.some(({ enabled }) => enabled);
}

/** @throws AddonRefusal where one of those that are new, or turned on, and another do not work together */
function assertTogether({ enable, put }: AddonPlan, installed: readonly InstalledAddon[]): void {
  const fresh = [...put.filter(willBeOn).map(({ version }) => version), ...enable.flatMap(({ found }) => found ?? [])];
  const freshIds = new Set(fresh.map(({ project_id: id }) => id));
  const staying = installed.flatMap(({ enabled, found }) =>
    enabled && found && !freshIds.has(found.project_id) ? found : [],
  );
  const stayingIds = new Set(staying.map(({ project_id: id }) => id));
  for (const version of fresh) {
    const clash = clashesOf(version).find(
      (id) => id !== version.project_id && (freshIds.has(id) || stayingIds.has(id)),
    );
    if (clash !== undefined) throw new AddonRefusal('CONFLICT', { projectId: clash });
  }
  const clash = staying.find((version) => clashesOf(version).some((id) => freshIds.has(id)));
  if (clash) throw new AddonRefusal('CONFLICT', { projectId: clash.project_id });
}

function clashesOf({ dependencies }: Version): string[] {
  return dependencies.flatMap(({ dependency_type: type, project_id: id }) =>
    type === 'incompatible' && typeof id === 'string' ? id : [],
  );
}
