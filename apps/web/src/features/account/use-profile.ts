import type { UserProfile } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { useSession } from '../../session/use-session.ts';

/** The user, on pages that are also for visitors; undefined for those, and until it has loaded. */
export function useProfile(): UserProfile | undefined {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...meQuery, enabled: isLoggedIn });
  return isLoggedIn ? data : undefined;
}

/** Coins that can be spent, fleeting ones among them. */
export function spendable({ coins, fleeting_coins }: Pick<UserProfile, 'coins' | 'fleeting_coins'>): number {
  return fleeting_coins.reduce((sum, { amount }) => sum + amount, coins);
}
