import { realmAddressProblem } from '@realmkeep/contract';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { lockVisibleRealm } from './realm-access.ts';
import { withUniqueNames } from './realm-insert.ts';
import { mayRename } from './realm-policy.ts';
import { renameRealm } from './realm-queries.ts';
import { realmView } from './realm-views.ts';

/** @throws AppError realm_unknown, forbidden, realm_name_taken, realm_address_taken, realm_address_reserved */
export const realmRename: Handler<'realmRename'> = async (ctx, { actor, params, body }) =>
  withUniqueNames(() =>
    ctx.db.transaction().execute(async (tx) => {
      const row = await lockVisibleRealm(tx, actor.userId, params.id);
      if (!mayRename(actor.userId, row)) throw new AppError('forbidden');
      const isNew = row.address !== body.domainName;
      if (isNew && realmAddressProblem(body.domainName) === 'reserved') throw new AppError('realm_address_reserved');
      await renameRealm(tx, row.id, body.realmName, body.domainName);
      const what = `${body.realmName} (${body.domainName})`;
      await recordActivity(tx, { realmId: row.id, actor, action: 'rename', what });
      const isMoved = row.address.toLowerCase() !== body.domainName.toLowerCase();
      const renamed = { ...row, name: body.realmName, address: body.domainName, dns: isMoved ? null : row.dns };
      return realmView(ctx, actor.userId, renamed);
    }),
  );
