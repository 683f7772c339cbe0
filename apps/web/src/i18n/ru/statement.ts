import type { Messages } from '../messages.ts';

const withAbout = (words: string) => (about: string | null) => (about === null ? words : `${words}: ${about}`);

export const statement = {
  title: 'Монеты',
  lead: 'Что пришло на ваш счёт и что с него списано.',
  topUp: 'Пополнить',
  heading: 'История',
  csv: 'Скачать CSV',
  csvFailed: (problem: string) => `Не удалось скачать историю: ${problem}`,
  file: 'realmkeep-monety',
  date: 'Дата',
  what: 'Операция',
  amount: 'Сумма',
  balance: 'Остаток',
  heldTitle: (coins: string) => `Удержано: ${coins}`,
  heldText: 'Платёж оспаривается. Пока банк не примет решение, эти монеты нельзя потратить.',
  debtTitle: (coins: string) => `Долг: ${coins}`,
  debtText:
    'Платёж был отозван, когда его монеты уже были потрачены. Следующие монеты сначала погасят долг; до этого ничего нельзя купить. За использованный подарок должен тот, кто его оплатил.',
  balanceNote: 'Остаток учитывает временные монеты, а долг из него вычитается.',
  empty: { title: 'Движений пока не было', text: 'Здесь появится каждая монета, которая пришла или ушла.' },
  kinds: {
    TOP_UP: (about) => (about === null ? 'Покупка монет' : `Монеты в подарок от игрока ${about}`),
    REFERRAL_SHARE: withAbout('Доля от пополнения друга'),
    REFERRAL_SHARE_REVERSAL: withAbout('Доля пересчитана после возврата'),
    REFERRAL_BONUS: withAbout('Реферальный бонус'),
    SUBSCRIPTION: withAbout('Подписка на месяц'),
    EXPIRY: () => 'Срок временных монет истёк',
    REFUND: (about) => (about === null ? 'Возврат платежа' : `Возврат подарка, второй игрок: ${about}`),
    DISPUTE_HOLD: () => 'Удержано: платёж оспаривается',
    DISPUTE_RELEASE: () => 'Удержание снято: спор окончен',
    CHARGEBACK: (about) => (about === null ? 'Платёж отозван банком' : `Банк отозвал подарок, второй игрок: ${about}`),
    REINSTATEMENT: () => 'Платёж снова зачислен банком',
    GRANT: withAbout('Подарок'),
    REVERSAL: withAbout('Исправление'),
  },
} satisfies Messages['statement'];
