import type { PageTexts } from '../catalogue.ts';

export const auth = {
  username: 'Имя пользователя',
  password: 'Пароль',
  showPassword: 'Показать пароль',
  hidePassword: 'Скрыть пароль',
  login: {
    title: 'С возвращением',
    submit: 'Войти',
    busy: 'Входим…',
    noAccount: 'Ещё нет аккаунта?',
    register: 'Зарегистрироваться',
    problems: { usernameUnknown: 'Аккаунта с таким именем нет', passwordWrong: 'Неверный пароль' },
  },
  register: {
    title: 'Создание аккаунта',
    repeat: 'Повторите пароль',
    referrer: 'Кто вас пригласил?',
    referrerHint: 'Имя пользователя. Если никто, оставьте пустым.',
    submit: 'Зарегистрироваться',
    busy: 'Регистрируем…',
    haveAccount: 'Уже есть аккаунт?',
    login: 'Войти',
    problems: {
      usernameShort: 'Имя слишком короткое (мин. 4 символа)',
      usernameLong: 'Имя слишком длинное (макс. 16 символов)',
      usernameCharacters: 'Только латинские буквы, цифры и подчёркивания',
      usernameTaken: 'Это имя занято',
      passwordShort: 'Пароль слишком короткий (мин. 6 символов)',
      passwordLong: 'Пароль слишком длинный (макс. 128 символов)',
      passwordsDiffer: 'Пароли не совпадают',
      referrerSame: 'Ник пригласившего совпадает с вашим',
    },
  },
} satisfies PageTexts['auth'];
