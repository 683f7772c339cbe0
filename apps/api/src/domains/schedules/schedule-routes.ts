import type { Handlers } from '../../http/register-routes.ts';
import { realmScheduleCreate } from './realm-schedule-create.ts';
import { realmScheduleDelete } from './realm-schedule-delete.ts';
import { realmScheduleRun } from './realm-schedule-run.ts';
import { realmScheduleUpdate } from './realm-schedule-update.ts';
import { realmSchedules } from './realm-schedules.ts';

export const scheduleRoutes = {
  realmSchedules,
  realmScheduleCreate,
  realmScheduleUpdate,
  realmScheduleDelete,
  realmScheduleRun,
} satisfies Partial<Handlers>;
