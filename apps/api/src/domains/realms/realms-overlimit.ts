import { type Language, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { longDate } from '../identity/chat/chat-messages.ts';
import { promptQueue } from '../identity/chat/prompt-queue.ts';
import { uploadsDelete } from '../uploads/uploads.ts';
import { deleteOverlimit, takeUnwarned, listOwned, setOverlimit, setTierLimits } from './realm-queries.ts';
import { realmsUnder, slotsUnder } from './realm-policy.ts';
import { turnOffUnplanned } from './plans/plan-kernel-queries.ts';
import { planHold, planOf } from './plans/plan-kernels.ts';

interface Prompt {
  text: (realm: string, day: string) => string;
  plans: string;
  backups: string;
}

/** The direct messages to owners about a realm above their limit. */
const messages: Record<Language, Prompt> = {
  en: {
    plans: 'See the plans',
    backups: 'Download a backup',
    text: (realm, day) =>
      `Your server “${realm}” is above your plan’s limit. It will be deleted with its world on ${day}. Upgrade, or delete another server, to keep it.`,
  },
  ru: {
    plans: 'Посмотреть тарифы',
    backups: 'Скачать резервную копию',
    text: (realm, day) =>
      `Ваш сервер «${realm}» не укладывается в лимит вашего тарифа. Он будет удалён вместе с миром ${day}. Чтобы сохранить его, повысьте тариф или удалите другой сервер.`,
  },
  pl: {
    plans: 'Zobacz plany',
    backups: 'Pobierz kopię zapasową',
    text: (realm, day) =>
      `Twój serwer „${realm}” przekracza limit Twojego planu. Zostanie usunięty razem ze światem ${day}. Aby go zachować, podnieś plan albo usuń inny serwer.`,
  },
};

/**
 * Warns the owners of realms whose deadline is within three days, and deletes realms whose deadline has passed, not sooner than
 * three days after the warning.
 */
export async function realmsOverlimit(ctx: Context): Promise<void> {
  // Nobody is noted as warned whose warning is not stored.
  await ctx.db.transaction().execute(async (tx) => {
    for (const realm of await takeUnwarned(tx)) await warn(ctx, tx, realm);
  });
  const deleted = await ctx.db.transaction().execute(async (tx) => {
    const ids = await deleteOverlimit(tx);
    for (const realmId of ids) await uploadsDelete(tx, { realmId });
    return ids;
  });
  if (deleted.length > 0) ctx.log.info({ realms: deleted }, 'realms above the limit were deleted at their time-out');
}

function warn(ctx: Context, tx: Tx, realm: Awaited<ReturnType<typeof takeUnwarned>>[number]): Promise<void> {
  const { publicUrl } = ctx.config;
  return promptQueue(ctx, tx, realm.owner_id, (language) => {
    const { text, plans, backups } = messages[language];
    return {
      content: text(realm.name, longDate(language, realm.deletion_timeout)),
      choices: [
        { row: 0, label: plans, type: 'LINK', link: `${publicUrl}/shop?category=PRIVILEGES` },
        { row: 0, label: backups, type: 'LINK', link: `${publicUrl}/realm/backups?id=${realm.id}` },
      ],
      payload: { kind: 'notice' },
      seconds: (realm.deletion_timeout.getTime() - Date.now()) / 1000,
    };
  });
}

/** What would become of the owner's realms under a tier. */
export async function realmsPreview(db: Db | Tx, ownerId: string, tier: Tier) {
  return realmsUnder(tier, await listOwned(db, ownerId), await planOf(db, tier));
}

/**
 * Gives the owner's realms what a tier allows: slots, border, what they run on, and how many there may be. Those above that stop and are kept until
 * their deletion time-out; those that have room again are free to run. The caller has locked the account.
 */
export async function realmsApplyTier(tx: Tx, ownerId: string, before: Tier, after: Tier): Promise<void> {
  const kernels = await planHold(tx, after);
  const realms = await listOwned(tx, ownerId);
  const { keeps, stops } = realmsUnder(after, realms, kernels);
  for (const realm of realms) {
    await setTierLimits(tx, realm.id, {
      slots: slotsUnder(realm.slots, tierLimits[before].slots, tierLimits[after].slots),
      borderDiameter: tierLimits[after].borderDiameter,
    });
  }
  await setOverlimit(
    tx,
    keeps.map(({ id }) => id),
    stops.map(({ id }) => id),
  );
  await turnOffUnplanned(tx, ownerId);
}
