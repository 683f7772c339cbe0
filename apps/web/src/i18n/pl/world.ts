import type { world as english } from '../en/world.ts';

export const world: typeof english = {
  title: 'Świat',
  lead: 'Z czego powstał świat tego serwera.',
  present: 'Ten świat',
  madeOf: 'Powstał z',
  seed: 'Ziarno',
  seeds: { picture: 'Teren z obrazka', alike: 'Brak: wszędzie jest taki sam' },
  backups: 'Kopie świata tworzysz, pobierasz i przywracasz na stronie kopii zapasowych.',
  download: (moment) => `Pobierz kopię: ${moment}`,
  toBackups: 'Do kopii zapasowych',
  fields: {
    map: 'Z czego ma powstać',
    seed: 'Ziarno',
    seedHint: 'Dowolne słowo lub liczba: to samo ziarno zawsze daje ten sam teren. Puste pole oznacza teren z obrazka.',
    seedHintJava:
      'Dowolne słowo lub liczba: to samo ziarno zawsze daje ten sam teren. Puste pole oznacza teren losowy.',
  },
  reset: {
    title: 'Nowy świat',
    text: 'Nowy świat zajmie miejsce tego. Serwer się zatrzyma, powstanie kopia zapasowa tego świata, zostanie sprawdzona i dopiero wtedy serwer ruszy z nowym. To, co gracze mieli przy sobie, zostanie w starym.',
    button: 'Stwórz nowy świat',
    confirmTitle: (name) => `Nowy świat dla „${name}”?`,
    confirmText:
      'Wszystko, co zbudowano, będzie już tylko w kopii zapasowej. Przywrócisz ją na stronie kopii zapasowych.',
    type: (name) => `Wpisz nazwę serwera: ${name}`,
    action: 'Zrób kopię i stwórz',
    cancel: 'Zostaw ten świat',
    begun: 'Powstaje kopia tego świata',
    states: {
      SAVING: 'Serwer się zatrzymuje, powstaje kopia zapasowa świata i jest sprawdzana.',
      STOPPING: 'Światy zamieniają się miejscami.',
      STARTING: 'Serwer uruchamia się z nowym światem.',
      UNDOING: 'Serwer z nim nie ruszył: twój świat wraca na miejsce.',
      DONE: 'Nowy świat jest gotowy. Poprzedni jest w ostatniej kopii zapasowej.',
      FAILED: 'Nie ma nowego świata: nie udało się zrobić kopii albo serwer nie ruszył. Twój świat się nie zmienił.',
    },
    going: (map) => `Nowy świat: ${map}`,
    notYet: 'Ten serwer jeszcze nie działał. Najpierw go uruchom.',
    ownerOnly: 'Nowy świat może stworzyć tylko właściciel.',
  },
};
