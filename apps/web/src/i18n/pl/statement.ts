import type { Messages } from '../messages.ts';

const withAbout = (words: string) => (about: string | null) => (about === null ? words : `${words}: ${about}`);

export const statement = {
  title: 'Monety',
  lead: 'Co wpłynęło na Twoje konto i co z niego ubyło.',
  topUp: 'Doładuj',
  heading: 'Historia',
  csv: 'Pobierz CSV',
  csvFailed: (problem: string) => `Nie udało się pobrać historii: ${problem}`,
  file: 'realmkeep-monety',
  date: 'Data',
  what: 'Operacja',
  amount: 'Kwota',
  balance: 'Saldo',
  heldTitle: (coins: string) => `Wstrzymane: ${coins}`,
  heldText: 'Trwa spór o płatność. Dopóki bank nie zdecyduje, tych monet nie można wydać.',
  debtTitle: (coins: string) => `Dług: ${coins}`,
  debtText:
    'Płatność cofnięto, gdy jej monety były już wydane. Kolejne monety najpierw spłacą dług; do tego czasu nie można nic kupić. Za wykorzystany prezent dług ma ten, kto go opłacił.',
  balanceNote: 'Saldo obejmuje monety czasowe, a dług je pomniejsza.',
  empty: { title: 'Nie było jeszcze żadnych operacji', text: 'Tu pojawi się każda moneta, która przyszła lub ubyła.' },
  kinds: {
    TOP_UP: (about) => (about === null ? 'Zakup monet' : `Monety w prezencie od gracza ${about}`),
    REFERRAL_SHARE: withAbout('Udział w doładowaniu znajomego'),
    REFERRAL_SHARE_REVERSAL: withAbout('Udział przeliczony po zwrocie'),
    REFERRAL_BONUS: withAbout('Bonus za polecenie'),
    SUBSCRIPTION: withAbout('Subskrypcja na miesiąc'),
    EXPIRY: () => 'Monety czasowe straciły ważność',
    REFUND: (about) => (about === null ? 'Zwrot płatności' : `Zwrot prezentu, drugi gracz: ${about}`),
    DISPUTE_HOLD: () => 'Wstrzymane: spór o płatność',
    DISPUTE_RELEASE: () => 'Zwolnione: koniec sporu',
    CHARGEBACK: (about) => (about === null ? 'Bank cofnął płatność' : `Bank cofnął prezent, drugi gracz: ${about}`),
    REINSTATEMENT: () => 'Bank przywrócił płatność',
    GRANT: withAbout('Prezent'),
    REVERSAL: withAbout('Korekta'),
  },
} satisfies Messages['statement'];
