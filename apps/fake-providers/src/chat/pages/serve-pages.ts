import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PageFault, protectPages, sendPage, serveFiles } from '../../pages/protect-pages.ts';
import { visitorOf } from '../../pages/visitor.ts';
import { backToProduct } from '../../product.ts';
import { type FakeAccount, findAccount, listAccounts, rolesOf, updateAccount } from '../account-store.ts';
import { authorise } from '../authorise.ts';
import { chatPath, type FakeChat } from '../fake-chat.ts';
import { pressButton } from '../interactions.ts';
import { listMessages } from '../message-store.ts';
import { Snowflake } from '../snowflake.ts';
import { AccountForm, type AccountProblem, accountOfForm } from './account-fields.ts';
import { answerUrl, authorisePage, badLinkPage, readAuthoriseRequest } from './authorise-page.ts';
import { ChangeFeeds } from './change-feed.ts';
import { communityPage } from './community-page.ts';
import { messagesPage, noAccountPage } from './messages-page.ts';
import { openedAccount, rememberCookie, rememberedIds } from './remembered-accounts.ts';

const maxListed = 100;

const PageQuery = z.object({ account: z.string().optional(), failed: z.string().optional() });
const AccountBody = AccountForm.extend({ back: z.enum(['', '/community']).default('') });
const SettingsBody = z.object({
  account: Snowflake,
  messages: z.enum(['on', 'off']).optional(),
  member: z.enum(['on', 'off']).optional(),
});
const PressBody = z.object({ account: Snowflake, message: Snowflake, button: z.string().min(1).max(100) });

/** Where a visitor consents, joins the community, and reads and answers messages. */
export async function serveChatPages(server: FastifyInstance, chat: FakeChat): Promise<void> {
  await server.register(
    async (pages) => {
      const { db, product } = chat;
      const feeds = new ChangeFeeds(chat.changes);
      protectPages(pages, product);
      await serveFiles(pages, ['chat/pages.css', 'chat/pages.js']);

      pages.get('/authorize', async (request, reply) => {
        const asked = readAuthoriseRequest(chat, request.query);
        if (!asked) return sendPage(reply.code(400), badLinkPage(visitorOf(request, product)));
        return sendPage(
          reply,
          authorisePage(visitorOf(request, product), { request: asked, ...ownAndOthers(request) }),
        );
      });

      pages.post('/authorize', async (request, reply) => {
        const asked = readAuthoriseRequest(chat, request.body);
        if (!asked) return sendPage(reply.code(400), badLinkPage(visitorOf(request, product)));
        const form = AccountForm.extend({ decision: z.enum(['authorise', 'cancel']) }).parse(request.body);
        if (form.decision === 'cancel') {
          const description = 'The resource owner or authorization server denied the request';
          return reply.redirect(
            back(request, answerUrl(asked, { error: 'access_denied', error_description: description })),
            303,
          );
        }
        const chosen = accountOfForm(chat, form);
        if ('problem' in chosen) {
          const view = { request: asked, said: form, problem: chosen.problem, ...ownAndOthers(request) };
          return sendPage(reply.code(422), authorisePage(visitorOf(request, product), view));
        }
        const { id } = chosen.account;
        const code = authorise(chat, { accountId: id, scope: asked.scope.join(' ') });
        reply.header('set-cookie', rememberCookie(request, id));
        return reply.redirect(back(request, answerUrl(asked, { code })), 303);
      });

      pages.get('/', async (request, reply) => sendPage(reply, messages(request)));
      pages.get('/community', async (request, reply) => sendPage(reply, community(request)));

      pages.post('/accounts', async (request, reply) => {
        const { back: path, ...form } = AccountBody.parse(request.body);
        const made = accountOfForm(chat, { ...form, account: 'new' });
        if ('problem' in made) {
          const again = path === '/community' ? community : messages;
          return sendPage(reply.code(422), again(request, { said: form.name, problem: made.problem }));
        }
        reply.header('set-cookie', rememberCookie(request, made.account.id));
        return reply.redirect(`${chatPath}${path}?account=${made.account.id}`, 303);
      });

      pages.post('/settings', async (request, reply) => {
        const { account, messages, member } = SettingsBody.parse(request.body);
        if (messages) updateAccount(db, account, { allowsMessages: messages === 'on' });
        if (member) updateAccount(db, account, { isMember: member === 'on' });
        chat.changes.emit(account);
        return reply.redirect(backTo(request, `${chatPath}?account=${account}`), 303);
      });

      pages.post('/press', async (request, reply) => {
        const { account: id, message, button } = PressBody.parse(request.body);
        const account = findAccount(db, id);
        const press = account && { account, messageId: message, buttonId: button };
        const done = press && (await pressButton(chat, press));
        return reply.redirect(`${chatPath}?account=${id}${done ? '' : `&failed=${message}`}#m${message}`, 303);
      });

      pages.get('/events', async (request, reply) => {
        const account = openedAccount(request, chat, PageQuery.parse(request.query).account ?? '');
        if (!account) throw new PageFault(404, 'There is no such account');
        const feed = feeds.open(account.id);
        if (!feed) throw new PageFault(429, 'Too many listen');
        return reply.type('text/event-stream').send(feed);
      });

      const back = (request: FastifyRequest, url: string) => backToProduct(request, product, url);

      function messages(request: FastifyRequest, tried: Tried = {}): string {
        const { account: asked, failed } = PageQuery.parse(request.query);
        const account = openedAccount(request, chat, asked);
        const choice = { accounts: listAccounts(db, rememberedIds(request), maxListed), ...tried };
        if (!account) return noAccountPage(visitorOf(request, product), choice);
        return messagesPage(visitorOf(request, product), {
          account,
          messages: listMessages(db, account.id),
          failed,
          choice,
        });
      }

      function community(request: FastifyRequest, tried: Tried = {}): string {
        const account = openedAccount(request, chat, PageQuery.parse(request.query).account);
        const choice = { accounts: listAccounts(db, rememberedIds(request), maxListed), ...tried };
        return communityPage(visitorOf(request, product), {
          account,
          roles: account ? rolesOf(db, account.id) : [],
          choice,
        });
      }

      function ownAndOthers(request: FastifyRequest) {
        const ids = rememberedIds(request);
        const accounts = listAccounts(db, ids, maxListed);
        const isOwn = ({ id }: FakeAccount) => ids.includes(id);
        const own = accounts.filter(isOwn).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
        return { own, others: accounts.filter((account) => !isOwn(account)) };
      }
    },
    { prefix: chatPath },
  );
}

interface Tried {
  said?: string;
  problem?: AccountProblem;
}

/** The page of ours that the form stood on. */
function backTo({ headers }: FastifyRequest, otherwise: string): string {
  const from = URL.parse(headers.referer ?? '');
  return from?.host === headers.host && from?.pathname.startsWith(chatPath) ? from.pathname + from.search : otherwise;
}
