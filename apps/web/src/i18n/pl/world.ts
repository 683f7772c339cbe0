import type { world as english } from '../en/world.ts';

export const world: typeof english = {
  title: 'Świat',
  lead: 'Z czego powstał świat tego serwera.',
  present: 'Ten świat',
  madeOf: 'Powstał z',
  seed: 'Ziarno',
  seeds: { picture: 'Teren z obrazka', alike: 'Brak: wszędzie jest taki sam' },
  backups: 'Kopie świata tworzysz, pobierasz i przywracasz na stronie kopii zapasowych.',
  toBackups: 'Do kopii zapasowych',
  fields: {
    map: 'Z czego ma powstać',
    seed: 'Ziarno',
    seedHint: 'Dowolne słowo lub liczba: to samo ziarno zawsze daje ten sam teren. Puste pole oznacza teren z obrazka.',
    seedHintJava:
      'Dowolne słowo lub liczba: to samo ziarno zawsze daje ten sam teren. Puste pole oznacza teren losowy.',
  },
};
