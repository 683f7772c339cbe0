import type { Handlers } from '../../http/register-routes.ts';
import { realmScheduleCreate, realmScheduleDelete, realmScheduleUpdate } from './realm-schedule-change.ts';
import { realmScheduleRun } from './realm-schedule-run.ts';
import { realmSchedules } from './realm-schedules.ts';

export const scheduleRoutes = {
  realmSchedules,
  realmScheduleCreate,
  realmScheduleUpdate,
  realmScheduleDelete,
  realmScheduleRun,
} satisfies Partial<Handlers>;
