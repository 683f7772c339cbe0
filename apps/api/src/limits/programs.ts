import type { RuntimeEnforcement } from '@realmkeep/runtime';
import type { Context } from '../context.ts';
import { AppError } from '../http/app-error.ts';

type Machine = Pick<Context, 'enforcement' | 'config'>;

/** Whether players' programs may run: Java servers, and their plugins. */
export function allowsPrograms({ enforcement, config }: Machine): boolean {
  return standing(enforcement) || config.programsWithoutWalls;
}

/** Whether all walls stand. */
export function standing({ walls }: RuntimeEnforcement): boolean {
  return walls.network && walls.processes && walls.files && walls.calls;
}

/** Without walls there is the machine's own network. */
export function hasInternet({ enforcement }: Machine): boolean {
  return !enforcement.walls.network || enforcement.wayOut === null;
}

/** @throws AppError programs_off */
export function assertPrograms(machine: Machine): void {
  if (!allowsPrograms(machine)) throw new AppError('programs_off');
}

/** Whether a realm of the kernel may run on this machine. */
export function mayRunKernel(machine: Machine, kernel: string): boolean {
  return kernel === 'sandbox' || allowsPrograms(machine);
}

/** Whether a file there is a program of a server in Java. @param path in the realm's folder */
export function isProgramPath(path: string): boolean {
  return /^(plugins|mods|kernel)(\/|$)|\.jar$/i.test(path);
}
