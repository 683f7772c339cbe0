import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const uploads: Messages['uploads'] = {
  title: 'Przesyłanie plików',
  lead: 'Wysyłaj pliki na serwer, sprawdzaj postęp i wznawiaj to, co się przerwało.',
  folder: 'Do folderu',
  folderHint: 'Ścieżka od głównego folderu serwera, na przykład plugins albo config/skins. Folder musi już istnieć.',
  drop: 'Upuść pliki tutaj',
  noFolders: 'Folderów nie można przesłać. Spakuj folder do pliku ZIP, prześlij go i rozpakuj w menedżerze plików.',
  noFolder: 'Najpierw wpisz ścieżkę folderu, na przykład plugins.',
  choose: 'Wybierz pliki',
  underWay: 'W trakcie',
  waitingTitle: 'Czekają na wznowienie',
  waitingText:
    'Wybierz ten sam plik jeszcze raz: przesyłanie ruszy od miejsca, w którym stanęło. To, czego nie dokończysz w ciągu doby, zostanie usunięte.',
  finishedTitle: 'Niedawno przesłane',
  none: 'W ciągu ostatniej doby niczego nie przesłano.',
  states: {
    waiting: 'W kolejce',
    sending: 'Przesyłanie',
    paused: 'Wstrzymane',
    done: 'Gotowe',
    failed: 'Nie udało się',
    cancelled: 'Usunięte',
  },
  progress: (received, size) => `${received} z ${size}`,
  by: (name) => `Przesyła ${name}`,
  pause: 'Wstrzymaj',
  goOn: 'Wznów',
  replace: 'Zastąp',
  remove: 'Usuń',
  of: (action, path) => `${action}: ${path}`,
  clear: 'Wyczyść listę',
  arrived: (count) =>
    plural(count, { one: 'Przesłano {n} plik.', few: 'Przesłano {n} pliki.', other: 'Przesłano {n} plików.' }),
  lost: (count) =>
    plural(count, {
      one: 'Nie udało się przesłać {n} pliku.',
      few: 'Nie udało się przesłać {n} plików.',
      other: 'Nie udało się przesłać {n} plików.',
    }),
  stay: 'Zostań na tej stronie, aż wszystko się prześle. Gdy połączenie się zerwie, przesyłanie wznowi się samo.',
  leave: {
    title: 'Wyjść i przerwać przesyłanie?',
    text: 'Aby wznowić je później, wybierz te same pliki jeszcze raz: to, co już dotarło, poczeka dobę.',
    action: 'Wyjdź',
    cancel: 'Zostań',
  },
  otherFile: (name) => `To inny plik. Wybierz ${name} w niezmienionej postaci.`,
};
