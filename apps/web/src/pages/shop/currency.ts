import { currencyOf, moneyCurrencies, type MoneyCurrency } from '@realmkeep/contract/currencies';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { createStore, useStore } from '../../shared/store.ts';

const key = 'currency';

/** What the visitor has chosen, for as long as his visit lasts; null until he does. */
const chosen = createStore<MoneyCurrency | null>(
  moneyCurrencies.find((known) => known === sessionStorage.getItem(key)) ?? null,
  null,
);

/** What the shop shows prices in: the visitor's choice, else what his language goes with. */
export function useCurrency(): MoneyCurrency {
  const { language } = useI18n();
  return useStore(chosen) ?? currencyOf[language];
}

export function chooseCurrency(currency: MoneyCurrency): void {
  sessionStorage.setItem(key, currency);
  chosen.set(currency);
}
