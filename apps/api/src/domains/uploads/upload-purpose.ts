import type { UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';

/** What a purpose requires of an upload before it begins. Registered by the groups that use uploads: see `uploadRoutes`. */
export interface UploadRules<Kind extends UploadPurpose['kind']> {
  /** The largest file, in MiB. */
  maxMebibytes: number;
  /** The bytes that are already at the file's destination. @throws AppError */
  bytesBefore: (ctx: Context, userId: string, purpose: PurposeOf<Kind>) => Promise<number>;
  /** Whether the account may send so many bytes more than those before; its row is locked. @throws AppError */
  check: (tx: Tx, userId: string, purpose: PurposeOf<Kind>, bytes: { before: number; more: number }) => Promise<void>;
}

export type PurposeOf<Kind extends UploadPurpose['kind']> = Extract<UploadPurpose, { kind: Kind }>;

export type RulesOfPurposes = { [Kind in UploadPurpose['kind']]: UploadRules<Kind> };
