import type { worlds as english } from '../en/worlds.ts';

export const worlds: typeof english = {
  title: 'Twoje światy',
  lead: 'Świat zbudowany gdzie indziej: serwer dostanie jego kopię.',
  locked: (tier) => `Własne światy są dostępne w planie ${tier}.`,
  full: (limit) => `Wszystkie miejsca na własne światy (${limit}) są zajęte. Usuń któryś, aby przesłać inny.`,
  remove: {
    title: (name) => `Usunąć „${name}”?`,
    text: 'Serwery utworzone z tego świata zachowają swoje kopie.',
    action: 'Usuń',
    cancel: 'Zostaw',
  },
  upload: {
    title: 'Prześlij świat',
    text: 'Archiwum zip ze światem Java Edition 1.16, z plikiem level.dat i folderem region: do 256 MB, po rozpakowaniu do 512 MB. Brakujące chunki pozostaną puste. Nether i Kres przechodzą razem ze światem, gracze nie.',
    choose: 'Wybierz archiwum',
    name: 'Nazwa świata',
    send: 'Prześlij',
    progress: 'Przesyłanie',
    sent: (sent, all) => `${sent} z ${all}`,
    waiting: 'Utracono połączenie. Przesyłanie ruszy samo, gdy tylko wróci.',
    cancel: 'Anuluj',
    checking: 'Sprawdzamy świat. To może potrwać minutę…',
    done: 'Świat został dodany',
    refused: 'Świat nie został dodany',
  },
};
