import type { AdminMachine } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/register-routes.ts';
import { databasePlaces } from '../databases/database-places.ts';
import { dnsView } from '../realms/dns/dns-view.ts';
import { allowsPrograms, standing } from '../../limits/programs.ts';

async function adminMachine(ctx: Context): Promise<AdminMachine> {
  const { enforcement } = ctx;
  const programs = standing(enforcement) ? 'ON' : allowsPrograms(ctx) ? 'RISK' : 'OFF';
  return { ...enforcement, programs, databases: await databasePlaces(ctx), dns: await dnsView(ctx) };
}

export const machineRoutes = { adminMachine } satisfies Partial<Handlers>;
