import { currencyOf, moneyCurrencies, type MoneyCurrency } from '@realmkeep/contract/currencies';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { createStore, useStore } from '../../shared/store.ts';

const key = 'currency';

/** The visitor's choice, as long as the visit lasts; null until they choose. */
const chosen = createStore<MoneyCurrency | null>(
  moneyCurrencies.find((known) => known === sessionStorage.getItem(key)) ?? null,
  null,
);

/** What the shop shows prices in: the visitor's choice, else the currency of their language. */
export function useCurrency(): MoneyCurrency {
  const { language } = useI18n();
  return useStore(chosen) ?? currencyOf[language];
}

export function chooseCurrency(currency: MoneyCurrency): void {
  sessionStorage.setItem(key, currency);
  chosen.set(currency);
}
