import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const referral = {
  title: 'Polecenia',
  lead: 'Zapraszaj znajomych: monety dostaniecie i oni, i Ty.',
  link: 'Twój link',
  copy: 'Kopiuj',
  nickname: 'Albo podaj im swój nick – wpisuje się go przy rejestracji:',
  how: 'Jak to działa',
  steps: [
    { title: 'Udostępnij link', text: 'Znajomy rejestruje się przez ten link albo podaje Twój nick.' },
    { title: 'Znajomy łączy Discord', text: 'Wtedy każde z Was dostaje 300 monet – jeden raz.' },
    { title: 'Ty też zarabiasz', text: 'Od każdego jego doładowania dostajesz 20% w monetach.' },
  ],
  closed: {
    title: 'Tu nie da się zarobić',
    text: 'Monety za zaproszenie przychodzą, gdy znajomy połączy konto czatu, a ta strona nie ma platformy czatu.',
  },
  list: 'Zaproszeni gracze',
  player: 'Gracz',
  status: 'Status',
  updated: 'Zmieniono',
  earned: 'Zarobek',
  total: 'Zarobek łącznie',
  statuses: { VERIFIED: 'Zweryfikowany', NOT_VERIFIED: 'Jeszcze niezweryfikowany' },
  empty: { title: 'Jeszcze nikogo', text: 'Tu pojawią się ci, którzy zarejestrują się z Twojego linku.' },
  gameMemory: {
    title: 'Potwierdzenie w grze',
    on: 'Jeśli grasz z tej samej sieci, z której się tu logujesz, kod działa w niej 12 godzin, dopóki się nie wylogujesz.',
    risk: 'W tym czasie każdy, kto dołączy z tej sieci pod Twoim nickiem, zostanie uznany za Ciebie: dostanie Twoje rzeczy i polecenia, a Ty stracisz połączenie. Wyłącz to, jeśli nie wszystkim w niej ufasz.',
    off: 'Przy każdym wejściu na serwer potrzebujesz nowego kodu.',
    turnOff: 'Wyłącz',
    turnOn: 'Włącz',
    turnedOff: 'Kto jest teraz w grze pod Twoim nickiem, potrzebuje nowego kodu',
  },
  nameReleased: {
    title: (date: string) => `Nazwa jest dla Ciebie zachowana do ${date}`,
    text: 'Z tego konta jeszcze nie korzystano. Połącz do tego dnia konto Discord, utwórz serwer albo kup monety, a pozostanie Twoje. W przeciwnym razie konto zostanie usunięte, a nazwa będzie wolna dla innych.',
  },
  waitingTitle: 'Jeszcze nie dopisano',
  rules: 'Zasady',
  ruleAge: (days: number) =>
    `Bonus jest za konto Discord, które ma co najmniej ${plural(days, { one: '{n} dzień', few: '{n} dni', many: '{n} dni', other: '{n} dnia' })} i potwierdzony adres e-mail. Nowsze można połączyć od razu; bonus przyjdzie sam w dniu, w którym konto będzie dość stare.`,
  ruleAddress: 'Bonus jest za konto Discord z potwierdzonym adresem e-mail.',
  ruleAccrue:
    'Twoje 20% liczy się, gdy konto znajomego jest tak zweryfikowane. Udział z wcześniejszych zakupów narasta i jest dopisywany razem z bonusem. Gdy płatność zostanie zwrócona lub cofnięta, jej udział też jest odejmowany.',
  ruleOwn:
    'Nie ma udziału w monetach kupionych dla Ciebie ani wtedy, gdy Ty i znajomy (albo ten, kto dostaje monety) używaliście tego samego konta Discord lub tej samej przeglądarki w tej samej sieci w ciągu doby.',
  ruleMonth: (limit: string, granted: string) =>
    `W miesiącu kalendarzowym (UTC) udziały dają najwyżej ${limit}. W tym miesiącu: ${granted}.`,
  accrued: (coins: string) => `narosło: ${coins}`,
  waits: {
    LINK: () => 'Znajomy nie połączył jeszcze konta Discord.',
    ADDRESS: () =>
      'Konto Discord znajomego nie ma potwierdzonego adresu e-mail. Można go tam potwierdzić, a potem odłączyć konto i połączyć je ponownie.',
    AGE: (until: string) => `Konto Discord znajomego jest jeszcze nowe. Będzie dość stare ${until}.`,
    SPENT: () => 'Konto Discord znajomego nie daje bonusu: przyniosło go już wcześniej albo było Twoje.',
  },
  ownWaits: {
    LINK: () => 'Połącz konto Discord, aby je dostać.',
    ADDRESS: () =>
      'Twoje konto Discord nie ma potwierdzonego adresu e-mail. Potwierdź go tam, a potem odłącz konto i połącz je ponownie.',
    AGE: (until: string) => `Twoje konto Discord jest jeszcze nowe. Monety przyjdą same ${until}.`,
    SPENT: () => 'Twoje konto Discord przyniosło już bonus za polecenie. Połącz inne.',
  },
} satisfies Messages['referral'];
