import type { AdminMachine } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { allowsPrograms, standing } from './programs.ts';

export async function adminMachine(ctx: Context): Promise<AdminMachine> {
  const { enforcement } = ctx;
  const programs = standing(enforcement) ? 'ON' : allowsPrograms(ctx) ? 'RISK' : 'OFF';
  const { forNew, trials } = ctx.databaseServers;
  return { ...enforcement, programs, databases: { server: forNew, problem: await trials.problem() } };
}
