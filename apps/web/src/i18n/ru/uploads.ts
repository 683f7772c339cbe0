import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('ru');

export const uploads: Messages['uploads'] = {
  title: 'Загрузка файлов',
  lead: 'Отправляйте файлы на сервер, следите за ходом загрузки и продолжайте то, что прервалось.',
  folder: 'В папку',
  folderHint: 'Путь от самого верха, например plugins или config/skins. Папка уже должна существовать.',
  drop: 'Перетащите файлы сюда',
  noFolders: 'Папки загрузить нельзя. Упакуйте папку в ZIP-архив, загрузите его и распакуйте в менеджере файлов.',
  noFolder: 'Сначала введите путь к папке, например plugins.',
  choose: 'Выбрать файлы',
  underWay: 'Загружаются',
  waitingTitle: 'Ждут продолжения',
  waitingText:
    'Выберите тот же файл ещё раз: загрузка продолжится с места остановки. Всё, что не загрузится за сутки, удаляется.',
  finishedTitle: 'Недавно загружены',
  none: 'За последние сутки ничего не загружали.',
  states: {
    waiting: 'В очереди',
    sending: 'Загружается',
    paused: 'На паузе',
    done: 'Готово',
    failed: 'Не удалось',
    cancelled: 'Убрано',
  },
  progress: (received, size) => `${received} из ${size}`,
  by: (name) => `Загружает ${name}`,
  pause: 'Пауза',
  goOn: 'Продолжить',
  remove: 'Убрать',
  of: (action, path) => `${action}: ${path}`,
  clear: 'Очистить список',
  arrived: (count) =>
    plural(count, { one: 'Загружен {n} файл.', few: 'Загружено {n} файла.', other: 'Загружено {n} файлов.' }),
  lost: (count) =>
    plural(count, {
      one: 'Не удалось загрузить {n} файл.',
      few: 'Не удалось загрузить {n} файла.',
      other: 'Не удалось загрузить {n} файлов.',
    }),
  stay: 'Не уходите с этой страницы, пока всё не загрузится. Если связь прервётся, загрузка продолжится сама.',
  otherFile: (name) => `Это другой файл. Выберите ${name}, не изменённый с начала загрузки.`,
};
