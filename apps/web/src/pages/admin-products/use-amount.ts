import type { Currency } from '@realmkeep/contract/currencies';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';

/** Writes an amount of a currency's main unit, coins among them, in the operator's language. */
export function useAmount(): (amount: number, currency: Currency) => string {
  const { format } = useI18n();
  const { coins } = useMessages('admin');
  return (amount, currency) => (currency === 'COINS' ? coins(amount) : format.money(amount, currency));
}
