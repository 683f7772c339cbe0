import type { PageTexts } from '../catalogue.ts';

export const uploads: PageTexts['uploads'] = {
  title: 'Загрузка файлов',
  lead: 'Отправляйте файлы на сервер, следите за ходом загрузки и продолжайте то, что прервалось.',
  folder: 'В папку',
  folderHint: 'Путь от самого верха, например plugins или config/skins. Папка уже должна существовать.',
  drop: 'Перетащите файлы сюда',
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
  stay: 'Не уходите с этой страницы, пока всё не загрузится. Если связь прервётся, загрузка продолжится сама.',
  otherFile: (name) => `Это другой файл. Выберите ${name} в том же виде, что и раньше.`,
};
