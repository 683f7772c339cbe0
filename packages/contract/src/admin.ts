import { z } from 'zod';
import { pageQuery, paginated } from './pagination.ts';
import { statuses } from './realm-phases.ts';
import { grantRule, reasonRule } from './rules.ts';
import { oneLine } from './texts.ts';
import { tiers } from './tiers.ts';
import { roles } from './users.ts';

/** Shown to the person concerned: plain text on one line. */
const reason = z.string().trim().min(reasonRule.min).max(reasonRule.max).regex(reasonRule.pattern);

const blocked = z.object({ at: z.iso.datetime(), reason: z.string() }).nullable();

/** The search term: the beginning of a name, or an id; without it, all. */
const q = z.string().trim().max(64).regex(oneLine).default('');
export const AdminUsersQuery = pageQuery(['nickname', 'reg_date', 'login_date'], 'nickname,asc').extend({ q });
export const AdminRealmsQuery = pageQuery(['domain', 'created', 'lastActivity'], 'domain,asc').extend({ q });

export const ReasonBody = z.object({ reason });

export const AdminUser = z.object({
  id: z.uuid(),
  nickname: z.string(),
  role: z.enum(roles),
  tier: z.enum(tiers),
  reg_date: z.iso.datetime(),
  login_date: z.iso.datetime().nullable(),
  blocked,
  coins: z.int(),
  fleeting_coins: z.int(),
  /** Coins that are owed. */
  debt: z.int(),
  realms: z.int(),
});
export type AdminUser = z.infer<typeof AdminUser>;
export const AdminUsers = paginated(AdminUser);

export const AdminRealm = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The full hostname. */
  domain: z.string(),
  ownerId: z.uuid(),
  ownerUsername: z.string(),
  status: z.enum(statuses),
  created: z.iso.datetime(),
  lastActivity: z.iso.datetime().nullable(),
  /** Over the limit of the owner's tier: it is stopped, and deleted after the grace period. */
  overlimit: z.boolean(),
  deletionTimeout: z.iso.datetime().nullable(),
  blocked,
});
export type AdminRealm = z.infer<typeof AdminRealm>;
export const AdminRealms = paginated(AdminRealm);

export const CoinsGrantBody = z.object({
  /** The nickname. */
  username: z.string().trim().min(1).max(64).regex(oneLine),
  coins: z.int().min(grantRule.min).max(grantRule.max),
  /** When they expire, in the future; null for coins that do not. */
  expires: z.iso.datetime().nullable(),
  reason,
  /** Chosen by the caller: the same request made twice is carried out once. */
  requestId: z.uuid(),
});

/** What the account has after the grant. */
export const CoinsGranted = z.object({ username: z.string(), coins: z.int(), fleeting_coins: z.int() });

/** What limits and isolates realms on this machine. */
export const AdminMachine = z.object({
  memory: z.string(),
  cpu: z.string(),
  processes: z.string(),
  /** Whether the operating system refuses writes over a realm's limit, or we count what each realm uses. */
  disk: z.enum(['quota', 'counted']),
  ownUser: z.boolean(),
  /** What isolates each realm; `why`: why some of it does not work, in the machine's words. */
  walls: z.object({
    network: z.boolean(),
    processes: z.boolean(),
    files: z.boolean(),
    calls: z.boolean(),
    why: z.string().nullable(),
  }),
  /** Why Java servers cannot reach the internet; null when they can. */
  wayOut: z.string().nullable(),
  /** RISK: there are no walls, and the operator has accepted that. */
  programs: z.enum(['ON', 'OFF', 'RISK']),
  /** Where realms' databases are created. `problem`: why none can be; `statements`: what a superuser has to run to fix it. */
  databases: z.object({
    server: z.enum(['guests', 'named']),
    problem: z.object({ words: z.string(), statements: z.array(z.string()) }).nullable(),
    /** Created by an older version, and still on the product's own server. */
    ofBefore: z.int(),
  }),
  /** How realms' own DNS records are doing; null: a wildcard serves all realms. */
  dns: z
    .object({
      /** The provider and its zone. */
      place: z.string(),
      /** Why nothing can be changed in the zone now, and how to fix it, in words. */
      problem: z.string().nullable(),
      /** Names by outcome; one that is to be removed is pending. */
      published: z.int(),
      pending: z.int(),
      failed: z.int(),
      /** Names that only the operator can fix, at most 20: somebody else's record exists there, or the provider refuses it. */
      hosts: z.array(z.object({ host: z.string(), problem: z.enum(['TAKEN', 'REFUSED']) })),
    })
    .nullable(),
});
export type AdminMachine = z.infer<typeof AdminMachine>;

/** What operators do, as the log stores it. */
export const auditActions = [
  'productCreate',
  'productUpdate',
  'productArchive',
  'planKernelsUpdate',
  'userBlock',
  'userUnblock',
  'realmBlock',
  'realmUnblock',
  'coinsGrant',
  'coinsReverse',
  'paymentRefund',
  'adminGrant',
  'adminRevoke',
  'chatUnlink',
  'userExport',
  'userDelete',
  'passwordReset',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const AuditRecord = z.object({
  id: z.uuid(),
  /** The nickname of who did it; null for someone at the machine's own console. */
  actor: z.string().nullable(),
  action: z.enum(auditActions),
  /** To whom or what. */
  subject: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  at: z.iso.datetime(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
export const AuditRecords = paginated(AuditRecord);
