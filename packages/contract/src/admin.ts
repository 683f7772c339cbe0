import { z } from 'zod';
import { pageQuery, paginated } from './pagination.ts';
import { statuses } from './realm-phases.ts';
import { grantRule, reasonRule } from './rules.ts';
import { oneLine } from './texts.ts';
import { tiers } from './tiers.ts';
import { roles } from './users.ts';

/** What the person concerned is shown: plain text in one line. */
const reason = z.string().trim().min(reasonRule.min).max(reasonRule.max).regex(reasonRule.pattern);

const blocked = z.object({ at: z.iso.datetime(), reason: z.string() }).nullable();

/** What is looked for: the beginning of a name, or an id; all without it. */
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
  /** The whole host name. */
  domain: z.string(),
  ownerId: z.uuid(),
  ownerUsername: z.string(),
  status: z.enum(statuses),
  created: z.iso.datetime(),
  lastActivity: z.iso.datetime().nullable(),
  /** Above what the owner's tier allows: it is stopped, and deleted at the time-out. */
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
  /** Of the caller's choice: the same request made twice is carried out once. */
  requestId: z.uuid(),
});

/** What the account has after the grant. */
export const CoinsGranted = z.object({ username: z.string(), coins: z.int(), fleeting_coins: z.int() });

/** What bounds realms here and keeps them apart. */
export const AdminMachine = z.object({
  memory: z.string(),
  cpu: z.string(),
  processes: z.string(),
  /** Whether the kernel refuses a realm what it may not write any more, or what each takes is counted. */
  disk: z.enum(['quota', 'counted']),
  ownUser: z.boolean(),
  /** What each realm has of its own; `why` some do not stand, in the words of the machine. */
  walls: z.object({
    network: z.boolean(),
    processes: z.boolean(),
    files: z.boolean(),
    calls: z.boolean(),
    why: z.string().nullable(),
  }),
  /** Why servers in Java do not reach the internet; null when they do. */
  wayOut: z.string().nullable(),
  /** RISK: there are no walls, and the operator goes without. */
  programs: z.enum(['ON', 'OFF', 'RISK']),
  /** Where realms' databases are made; the problem says why none can be, and the statements that mend it, for a superuser. */
  databases: z.object({
    server: z.enum(['guests', 'named']),
    problem: z.object({ words: z.string(), statements: z.array(z.string()) }).nullable(),
    /** Made by an older version, and still on the product's own server. */
    ofBefore: z.int(),
  }),
  /** How realms' own DNS records are doing; null: a wildcard serves all realms. */
  dns: z
    .object({
      /** The provider and its zone. */
      place: z.string(),
      /** Why nothing can be done in the zone now, and what mends it, in words. */
      problem: z.string().nullable(),
      /** Names by what came of them; one that is to go is pending. */
      published: z.int(),
      pending: z.int(),
      failed: z.int(),
      /** Names that only the operator can help, at most 20: somebody else's record stands there, or the provider refuses it. */
      hosts: z.array(z.object({ host: z.string(), problem: z.enum(['TAKEN', 'REFUSED']) })),
    })
    .nullable(),
});
export type AdminMachine = z.infer<typeof AdminMachine>;

/** What operators do, and owners and co-owners with what a realm has; the words under which the log keeps it. */
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
  'adminGrant',
  'adminRevoke',
  'chatUnlink',
  'userExport',
  'userDelete',
  'passwordReset',
  'scheduleCreate',
  'scheduleUpdate',
  'scheduleDelete',
  'databaseCreate',
  'databasePassword',
  'databaseRotate',
  'databaseDelete',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const AuditRecord = z.object({
  id: z.uuid(),
  /** The nickname of who did it; null for whoever was at the machine's own console. */
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
