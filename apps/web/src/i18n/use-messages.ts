import { use } from 'react';
import { useI18n } from './I18nProvider.tsx';
import { loadMessages, type Messages, type MessagesName } from './messages.ts';

/** Messages in the language of the page; suspends until they are there. */
export function useMessages<Name extends MessagesName>(name: Name): Messages[Name] {
  const { language } = useI18n();
  return use(loadMessages(name, language));
}
