import type { Currency } from '@realmkeep/contract/currencies';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';

/** Writes an amount of a currency's main unit, coins among them, in the operator's language. */
export function useAmount(): (amount: number, currency: Currency) => string {
  const { format } = useI18n();
  const { coins } = usePageText('admin');
  return (amount, currency) => (currency === 'COINS' ? coins(amount) : format.money(amount, currency));
}
