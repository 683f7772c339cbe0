import type { head as english } from '../en/head.ts';

export const head = {
  descriptions: {
    '/': 'Własny świat z bloków na naszym hostingu: wybierz mapę, nadaj nazwę, wyślij znajomym adres i grajcie. Start za darmo, bez instalowania czegokolwiek.',
    '/shop': 'Monety i subskrypcje dla serwerów Realmkeep: co daje każdy plan i ile kosztuje.',
    '/terms-of-service':
      'Regulamin Realmkeep: czego możesz oczekiwać od nas, czego my oczekujemy od Ciebie, płatności i zwroty.',
    '/privacy-policy': 'Co Realmkeep o Tobie wie, po co, jak długo to przechowuje i jak to usunąć.',
  },
  noscript: 'Ta strona wymaga JavaScriptu.',
  loading:
    'Chwileczkę, strona się wczytuje. Przy wolnym łączu za pierwszym razem trwa to kilka sekund, a potem strony otwierają się od razu.',
  lost: 'Nie udało się wczytać strony. Sprawdź połączenie.',
  again: 'Spróbuj ponownie',
} satisfies typeof english;
