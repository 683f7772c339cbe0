import type { Language } from '@realmkeep/contract/languages';

const en = {
  title: 'Chat sandbox',
  banner: 'This is a sandbox that plays the chat platform.',
  bannerMore: 'Nothing here leaves this server, and anybody may open any account.',
  messages: 'Messages',
  community: 'Community',

  asks: 'Realmkeep asks for your consent',
  willBeAble: 'Realmkeep will be able to:',
  scopes: {
    identify: 'see your name',
    email: 'see your e-mail address',
    'guilds.join': 'add you to the community',
  },
  whichAccount: 'Which account?',
  newAccount: 'A new account',
  name: 'Name',
  nameRule: 'From 2 to 32 letters, digits, spaces, dots, hyphens or underscores.',
  nameTaken: 'This name is taken. Choose another.',
  traits: 'What kind of account?',
  ageDays: 'Days since it was made',
  unverified: 'Has no verified e-mail address',
  accountMissing: 'Choose an account.',
  others: 'Accounts of other visitors',
  authorise: 'Authorise',
  cancel: 'Cancel',
  goesTo: 'Then you go back to',

  badLink: 'This link does not work',
  badLinkWhy:
    'It was not made by this installation, or the address of the installation has changed since. Go back and start again.',

  directMessages: 'Direct messages',
  noMessages: 'No messages yet. Whatever Realmkeep writes to this account appears here by itself.',
  kept: 'Messages are kept for a day.',
  edited: 'edited',
  failed: 'Realmkeep did not answer, so nothing has happened. Try again.',
  changed: 'A message has come or has changed.',
  reload: 'Reload',
  settings: 'Settings of this account',
  settingsWhy: 'An account that refuses messages, or is not in the community, gets none: see what happens then.',
  allows: 'Takes direct messages',
  refuses: 'Refuses direct messages',
  allow: 'Take them',
  refuse: 'Refuse them',
  isMember: 'Is in the community',
  isNoMember: 'Is not in the community',
  join: 'Join',
  leave: 'Leave',
  anotherAccount: 'Another account',

  whose: 'Whose messages?',
  noAccount: 'This browser has no account here yet. Make one, or open one of the others.',
  make: 'Make an account',

  communityWhat:
    'On the real platform this link leads to the community of the product. Here it can be joined and left.',
};

type Words = typeof en;

/** What the sandbox's pages say. */
export const pageText: Record<Language, Words> = {
  en,
  ru: {
    title: 'Песочница чата',
    banner: 'Это песочница, которая изображает чат-платформу.',
    bannerMore: 'Всё остаётся на этом сервере, и любой аккаунт может открыть кто угодно.',
    messages: 'Сообщения',
    community: 'Сообщество',

    asks: 'Realmkeep просит вашего согласия',
    willBeAble: 'Realmkeep сможет:',
    scopes: {
      identify: 'видеть ваше имя',
      email: 'видеть ваш адрес электронной почты',
      'guilds.join': 'добавить вас в сообщество',
    },
    whichAccount: 'Какой аккаунт?',
    newAccount: 'Новый аккаунт',
    name: 'Имя',
    nameRule: 'От 2 до 32 букв, цифр, пробелов, точек, дефисов или подчёркиваний.',
    nameTaken: 'Это имя занято. Выберите другое.',
    traits: 'Какой это аккаунт?',
    ageDays: 'Сколько дней назад создан',
    unverified: 'Без подтверждённого адреса почты',
    accountMissing: 'Выберите аккаунт.',
    others: 'Аккаунты других посетителей',
    authorise: 'Разрешить',
    cancel: 'Отмена',
    goesTo: 'Затем вы вернётесь на',

    badLink: 'Эта ссылка не работает',
    badLinkWhy: 'Её создал не этот сайт, или адрес сайта с тех пор изменился. Вернитесь и начните заново.',

    directMessages: 'Личные сообщения',
    noMessages: 'Сообщений пока нет. Всё, что Realmkeep напишет этому аккаунту, появится здесь само.',
    kept: 'Сообщения хранятся один день.',
    edited: 'изменено',
    failed: 'Realmkeep не ответил, поэтому ничего не произошло. Попробуйте ещё раз.',
    changed: 'Пришло или изменилось сообщение.',
    reload: 'Обновить',
    settings: 'Настройки этого аккаунта',
    settingsWhy:
      'Если аккаунт не принимает сообщения или не состоит в сообществе, они до него не доходят: посмотрите, что тогда будет.',
    allows: 'Принимает личные сообщения',
    refuses: 'Не принимает личные сообщения',
    allow: 'Принимать',
    refuse: 'Не принимать',
    isMember: 'Состоит в сообществе',
    isNoMember: 'Не состоит в сообществе',
    join: 'Вступить',
    leave: 'Выйти',
    anotherAccount: 'Другой аккаунт',

    whose: 'Чьи сообщения?',
    noAccount: 'У этого браузера здесь ещё нет аккаунта. Создайте его или откройте один из чужих.',
    make: 'Создать аккаунт',

    communityWhat:
      'На настоящей платформе эта ссылка ведёт в сообщество продукта. Здесь в него можно вступить и выйти.',
  },
  pl: {
    title: 'Piaskownica czatu',
    banner: 'To piaskownica, która udaje platformę czatu.',
    bannerMore: 'Wszystko zostaje na tym serwerze, a każde konto może otworzyć każdy.',
    messages: 'Wiadomości',
    community: 'Społeczność',

    asks: 'Realmkeep prosi o Twoją zgodę',
    willBeAble: 'Realmkeep będzie móc:',
    scopes: {
      identify: 'zobaczyć Twoją nazwę',
      email: 'zobaczyć Twój adres e-mail',
      'guilds.join': 'dodać Cię do społeczności',
    },
    whichAccount: 'Które konto?',
    newAccount: 'Nowe konto',
    name: 'Nazwa',
    nameRule: 'Od 2 do 32 liter, cyfr, spacji, kropek, łączników lub podkreśleń.',
    nameTaken: 'Ta nazwa jest zajęta. Wybierz inną.',
    traits: 'Jakie to konto?',
    ageDays: 'Ile dni temu je założono',
    unverified: 'Nie ma potwierdzonego adresu e-mail',
    accountMissing: 'Wybierz konto.',
    others: 'Konta innych odwiedzających',
    authorise: 'Autoryzuj',
    cancel: 'Anuluj',
    goesTo: 'Potem wrócisz na',

    badLink: 'Ten link nie działa',
    badLinkWhy: 'Nie utworzyła go ta instalacja albo jej adres się od tego czasu zmienił. Wróć i zacznij od nowa.',

    directMessages: 'Wiadomości prywatne',
    noMessages: 'Nie ma jeszcze wiadomości. Wszystko, co Realmkeep napisze do tego konta, pojawi się tu samo.',
    kept: 'Wiadomości są przechowywane przez jeden dzień.',
    edited: 'zmieniona',
    failed: 'Realmkeep nie odpowiada, więc nic się nie stało. Spróbuj ponownie.',
    changed: 'Wiadomość nadeszła lub się zmieniła.',
    reload: 'Odśwież',
    settings: 'Ustawienia tego konta',
    settingsWhy:
      'Konto, które nie przyjmuje wiadomości lub nie należy do społeczności, nie dostaje żadnych: zobacz, co się wtedy dzieje.',
    allows: 'Przyjmuje wiadomości prywatne',
    refuses: 'Nie przyjmuje wiadomości prywatnych',
    allow: 'Przyjmuj',
    refuse: 'Nie przyjmuj',
    isMember: 'Należy do społeczności',
    isNoMember: 'Nie należy do społeczności',
    join: 'Dołącz',
    leave: 'Opuść',
    anotherAccount: 'Inne konto',

    whose: 'Czyje wiadomości?',
    noAccount: 'Ta przeglądarka nie ma tu jeszcze konta. Utwórz je albo otwórz jedno z pozostałych.',
    make: 'Utwórz konto',

    communityWhat:
      'Na prawdziwej platformie ten link prowadzi do społeczności produktu. Tutaj można do niej dołączyć i ją opuścić.',
  },
};
