import type { Language } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { longDate } from '../identity/chat/chat-messages.ts';
import { chatNotify } from '../identity/chat/chat-notify.ts';
import { deleteOverlimit, takeUnwarned } from './realm-queries.ts';

/** What owners are told of a realm above their limit, by a direct message. */
const messages: Record<Language, (realm: string, day: string) => string> = {
  en: (realm, day) =>
    `Your server “${realm}” is above your plan’s limit. It will be deleted with its world on ${day}. Upgrade, or delete another server, to keep it.`,
  ru: (realm, day) =>
    `Ваш сервер «${realm}» не укладывается в лимит вашего тарифа. Он будет удалён вместе с миром ${day}. Чтобы сохранить его, повысьте тариф или удалите другой сервер.`,
  pl: (realm, day) =>
    `Twój serwer „${realm}” przekracza limit Twojego planu. Zostanie usunięty razem ze światem ${day}. Aby go zachować, podnieś plan albo usuń inny serwer.`,
};

/**
 * Warns the owners of realms whose time-out comes within three days, and deletes those whose time-out has come, not sooner than
 * three days after the warning.
 */
export async function realmsOverlimit(ctx: Context): Promise<void> {
  for (const realm of await takeUnwarned(ctx.db)) {
    await chatNotify(ctx, realm.owner_id, (language) =>
      messages[language](realm.name, longDate(language, realm.deletion_timeout)),
    );
  }
  const deleted = await deleteOverlimit(ctx.db);
  if (deleted.length > 0) ctx.log.info({ realms: deleted }, 'realms above the limit were deleted at their time-out');
}
