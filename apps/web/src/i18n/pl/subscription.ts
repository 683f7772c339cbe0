import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const subscription = {
  title: 'Subskrypcja',
  coins: (count: number) =>
    plural(count, { one: '{n} moneta', few: '{n} monety', many: '{n} monet', other: '{n} monety' }),
  perMonth: 'miesięcznie',
  free: 'Za darmo',
  freeText: 'Ten plan mają wszyscy. Subskrypcja daje więcej serwerów, graczy i miejsca.',
  unlimited: 'bez limitu',
  limits: {
    plan: 'Plan',
    realms: 'Serwery',
    slots: 'Miejsca na serwerze',
    world: 'Rozmiar świata',
    kernels: 'Silniki',
    memory: 'Pamięć serwera',
  },
  world: (side: string) => `${side}\u00a0×\u00a0${side}`,
  /** What runs a server. */
  kernels: {
    sandbox: 'Piaskownica',
    paper: 'Paper',
    purpur: 'Purpur',
    fabric: 'Fabric',
    vanilla: 'Vanilla',
    own: 'Własny plik jar',
  },
  upTo: (size: string) => `do ${size}`,
  fullGame: 'Cała gra w wybranej wersji',
  nether: { with: 'Nether i Kres', without: 'Bez Netheru i Kresu' },
  features: {
    CHICKEN: {
      brings: [
        'Panel na stronie',
        'Czat pomocy',
        'Zarządzanie z gry',
        'Bezpośrednie łączenie przez domenę',
        'Zmiana trybu gry',
        'Wbudowana ochrona',
      ],
      lacks: ['Wyłącza się co 60 minut', 'Wyświetla reklamy'],
    },
    ZOMBIE: {
      brings: [
        'Wszystko z planu Kurczak',
        'Bez reklam',
        'Bez wyłączania co godzinę',
        'Podstawowy WorldEdit',
        'Zmiana pogody',
      ],
      lacks: [],
    },
    GHAST: {
      brings: [
        'Wszystko z planu Zombie',
        'Czat pomocy premium',
        'Współwłaściciele',
        'Rozszerzony WorldEdit',
        'Zestawy startowe',
        'Wyróżniony nick',
      ],
      lacks: [],
    },
    DRAGON: {
      brings: ['Wszystko z planu Ghast', 'Własne mapy', 'Własne paczki zasobów', 'Pełny WorldEdit', 'Własny prefiks'],
      lacks: [],
    },
  },
  yours: 'Twój plan',
  includedInYours: 'Zawarty w Twoim planie',
  subscribe: 'Subskrybuj',
  upgrade: 'Przejdź na wyższy',
  change: 'Zmień plan',
  choose: 'Zobacz plany',
  cancel: 'Anuluj subskrypcję',
  resume: 'Zachowaj subskrypcję',
  renews: (date: string, coins: string) => `Następne odnowienie: ${date}, cena: ${coins}.`,
  ends: (date: string) => `Działa do ${date} i nie zostanie odnowiona.`,
  short: {
    title: 'Za mało monet na odnowienie',
    text: (missing: string, date: string) =>
      `Brakuje: ${missing}. Jeśli nie doładujesz konta do ${date}, subskrypcja się skończy i zacznie obowiązywać darmowy plan.`,
    action: 'Kup monety',
  },
  activate: {
    title: (tier: string) => `Subskrypcja: ${tier}`,
    month: 'Cena za miesiąc',
    credit: 'Niewykorzystane dni Twojego planu',
    now: 'Płacisz teraz',
    after: 'Zostanie',
    changes: 'Co się zmieni',
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    terms: 'Subskrypcja odnawia się co miesiąc, dopóki masz dość monet. Możesz ją anulować w każdej chwili.',
    confirm: (coins: string) => `Zapłać: ${coins}`,
    back: 'Nie teraz',
    done: 'Subskrypcja została aktywowana!',
    failed: 'Nie udało się aktywować subskrypcji. Spróbuj później.',
    already: 'Masz już aktywną subskrypcję.',
    funds: 'Masz za mało monet.',
    invalid: 'Nieprawidłowy produkt.',
    missing: (coins: string) => `Brakuje: ${coins}.`,
    debt: (coins: string) => `Płatność została cofnięta. Zanim coś kupisz, spłać dług: ${coins}.`,
    getCoins: 'Kup monety',
    busy: 'Aktywujemy subskrypcję…',
  },
  ending: {
    title: 'Anulować subskrypcję?',
    lead: (tier: string, date: string) => `Plan ${tier} działa do ${date}. Potem obowiązuje plan darmowy.`,
    nothing: 'Twoje serwery mieszczą się w darmowym planie: wszystkie działają dalej.',
    confirm: 'Anuluj subskrypcję',
    back: 'Zachowaj',
    done: 'Subskrypcja została anulowana. Działa do końca opłaconego miesiąca',
    resumed: 'Subskrypcja pozostaje aktywna',
    busy: 'Anulujemy subskrypcję…',
  },
  realms: {
    keeps: 'Działają dalej:',
    stops: 'Zatrzymają się, przetrwają dwa tygodnie, a potem zostaną usunięte razem ze światami:',
    off: 'Plan nie obejmuje ich silnika, więc pozostaną wyłączone, dopóki go nie zmienisz:',
    shrinks: 'Będą miały mniej miejsc lub mniejszy świat:',
    shuts: 'Do tych serwerów współwłaściciele stracą dostęp, dopóki nie wrócisz do planu, który ich obejmuje:',
  },
  overlimit: {
    title: 'Ponad limit planu',
    text: (date: string) =>
      `Serwer jest zatrzymany i ${date} zostanie usunięty razem ze światem. Aby go zachować, wybierz wyższy plan albo usuń inny serwer.`,
    undated: 'Serwer jest zatrzymany. Aby go włączyć, wybierz wyższy plan albo usuń inny serwer.',
    ofAnother: (date: string) =>
      `Serwer jest zatrzymany i ${date} zostanie usunięty razem ze światem, chyba że właściciel zwolni miejsce.`,
    ofAnotherUndated: 'Serwer jest zatrzymany, dopóki właściciel nie zwolni miejsca.',
  },
} satisfies Messages['subscription'];
