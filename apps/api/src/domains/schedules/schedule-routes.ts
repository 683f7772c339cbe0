import type { Handlers } from '../../http/register-routes.ts';
import {
  realmScheduleCreate,
  realmScheduleDelete,
  realmScheduleUpdate,
  realmScheduleRun,
  realmSchedules,
} from './realm-schedules.ts';

export const scheduleRoutes = {
  realmSchedules,
  realmScheduleCreate,
  realmScheduleUpdate,
  realmScheduleDelete,
  realmScheduleRun,
} satisfies Partial<Handlers>;
