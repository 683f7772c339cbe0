import type { RealmSummary } from '@realmkeep/contract';

export type GameMode = RealmSummary['gameMode'];
