import { type ErrorCode, errorCodes, type Language } from '@realmkeep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../http/app-error.ts';
import { languageOf } from '../../../http/pages/visitor-language.ts';
import { BlobMissing, StoreError } from '../../../integrations/blobs/blob-store.ts';

type Problem = 'expired' | 'gone' | 'away';

const messages: Record<Language, { title: string; back: string } & Record<Problem, string>> = {
  en: {
    title: 'The backup cannot be downloaded',
    expired: 'This link was valid for one minute and has expired. Press Download again.',
    gone: 'This backup no longer exists.',
    away: 'The backup storage cannot be reached at the moment. We have been notified; try again later.',
    back: 'Back to the backups',
  },
  ru: {
    title: 'Резервную копию нельзя скачать',
    expired: 'Ссылка действовала одну минуту, и она прошла. Нажмите «Скачать» ещё раз.',
    gone: 'Этой резервной копии больше нет.',
    away: 'Хранилище, где она лежит, сейчас недоступно. Мы уже знаем об этом; попробуйте позже.',
    back: 'Назад к резервным копиям',
  },
  pl: {
    title: 'Nie można pobrać kopii zapasowej',
    expired: 'Ten odnośnik był ważny przez minutę, która minęła. Naciśnij „Pobierz” jeszcze raz.',
    gone: 'Tej kopii zapasowej już nie ma.',
    away: 'Magazyn, w którym leży, jest teraz nieosiągalny. Już o tym wiemy; spróbuj później.',
    back: 'Wróć do kopii zapasowych',
  },
};

/**
 * Says on a plain page why a backup is not downloaded: a browser would save anything else under the backup's name.
 * @param realmId a UUID, which needs no escaping
 */
export function answerDownloadProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { realmId, error }: { realmId: string; error: unknown },
): FastifyReply {
  const [problem, code] = problemOf(error);
  if (problem === 'away') request.log.error({ err: error }, 'failed to read a backup that was to be downloaded');
  const language = languageOf(request);
  const { title, back, ...problems } = messages[language];
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><main><h1>${title}</h1><p>${problems[problem]}</p><p><a href="/realm/backups?id=${realmId}">${back}</a></p></main></html>`;
  return reply
    .code(errorCodes[code].status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
    })
    .send(html);
}

function problemOf(error: unknown): [Problem, ErrorCode] {
  if (error instanceof AppError && error.code === 'forbidden') return ['expired', 'forbidden'];
  if (error instanceof AppError && error.code === 'backup_unknown') return ['gone', 'backup_unknown'];
  if (error instanceof BlobMissing) return ['gone', 'backup_unknown'];
  if (error instanceof StoreError) return ['away', 'unavailable'];
  throw error;
}
