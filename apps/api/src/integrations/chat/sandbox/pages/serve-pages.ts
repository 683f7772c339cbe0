import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../../http/app-error.ts';
import { ownOrigin } from '../../../../http/own-origin.ts';
import { prepareSandboxPages, sendPage } from '../../../sandbox-pages/sandbox-pages.ts';
import { languageOf } from '../../../../http/visitor-language.ts';
import { listAccounts, type SandboxAccount, findAccount, updateAccount } from '../account-store.ts';
import { authorise } from '../authorise.ts';
import { pressButton } from '../interactions.ts';
import { listMessages } from '../message-store.ts';
import { type ChatSandbox, sandboxPath } from '../sandbox.ts';
import { Snowflake } from '../snowflake.ts';
import { AccountForm, type AccountProblem, accountOfForm } from './account-fields.ts';
import { answerUrl, authorisePage, badLinkPage, readAuthoriseRequest } from './authorise-page.ts';
import { ChangeFeeds } from './change-feed.ts';
import { communityPage } from './community-page.ts';
import { messagesPage, noAccountPage } from './messages-page.ts';
import { openedAccount, rememberCookie, rememberedIds } from './visitor.ts';

const maxListed = 100;

const PageQuery = z.object({ account: z.string().optional(), failed: z.string().optional() });
const AccountBody = AccountForm.extend({ back: z.enum(['', '/community']).default('') });
const SettingsBody = z.object({
  account: Snowflake,
  messages: z.enum(['on', 'off']).optional(),
  member: z.enum(['on', 'off']).optional(),
});
const PressBody = z.object({ account: Snowflake, message: Snowflake, button: z.string().min(1).max(100) });

/** The sandbox's pages: where a visitor consents, joins the community, and reads and answers his messages. */
export async function serveSandboxPages(server: FastifyInstance, sandbox: ChatSandbox): Promise<void> {
  await server.register(
    async (pages) => {
      const { db, publicUrl } = sandbox;
      const feeds = new ChangeFeeds(sandbox.changes);
      await prepareSandboxPages(pages, { publicUrl, folder: 'chat-sandbox', files: ['pages.css', 'pages.js'] });

      pages.get('/authorize', async (request, reply) => {
        const asked = readAuthoriseRequest(sandbox, request.query);
        if (!asked) return sendPage(reply.code(400), badLinkPage(languageOf(request)));
        return sendPage(
          reply,
          authorisePage(languageOf(request), { request: asked, ...(await ownAndOthers(request)) }),
        );
      });

      pages.post('/authorize', async (request, reply) => {
        const asked = readAuthoriseRequest(sandbox, request.body);
        if (!asked) return sendPage(reply.code(400), badLinkPage(languageOf(request)));
        const form = AccountForm.extend({ decision: z.enum(['authorise', 'cancel']) }).parse(request.body);
        if (form.decision === 'cancel') {
          const description = 'The resource owner or authorization server denied the request';
          return reply.redirect(answerUrl(asked, { error: 'access_denied', error_description: description }), 303);
        }
        const chosen = await accountOfForm(sandbox, form);
        if ('problem' in chosen) {
          const view = { request: asked, said: form, problem: chosen.problem, ...(await ownAndOthers(request)) };
          return sendPage(reply.code(422), authorisePage(languageOf(request), view));
        }
        const { id } = chosen.account;
        const code = await authorise(sandbox, { accountId: id, scope: asked.scope.join(' ') });
        reply.header('set-cookie', rememberCookie(request, sandbox, id));
        return reply.redirect(answerUrl(asked, { code }), 303);
      });

      pages.get('/', async (request, reply) => sendPage(reply, await messages(request)));
      pages.get('/community', async (request, reply) => sendPage(reply, await community(request)));

      pages.post('/accounts', async (request, reply) => {
        const { back, ...form } = AccountBody.parse(request.body);
        const made = await accountOfForm(sandbox, { ...form, account: 'new' });
        if ('problem' in made) {
          const again = back === '/community' ? community : messages;
          return sendPage(reply.code(422), await again(request, { said: form.name, problem: made.problem }));
        }
        reply.header('set-cookie', rememberCookie(request, sandbox, made.account.id));
        return reply.redirect(`${sandboxPath}${back}?account=${made.account.id}`, 303);
      });

      pages.post('/settings', async (request, reply) => {
        const { account, messages, member } = SettingsBody.parse(request.body);
        if (messages) await updateAccount(db, account, { allows_messages: messages === 'on' });
        if (member) await updateAccount(db, account, { is_member: member === 'on' });
        sandbox.changes.emit(account);
        return reply.redirect(backTo(request, `${sandboxPath}?account=${account}`), 303);
      });

      pages.post('/press', async (request, reply) => {
        const { account: id, message, button } = PressBody.parse(request.body);
        const account = await findAccount(db, id);
        const press = account && { account, messageId: message, buttonId: button };
        const done = press && (await pressButton(sandbox, ownOrigin(pages), press));
        return reply.redirect(`${sandboxPath}?account=${id}${done ? '' : `&failed=${message}`}#m${message}`, 303);
      });

      pages.get('/events', async (request, reply) => {
        const account = await openedAccount(request, sandbox, PageQuery.parse(request.query).account ?? '');
        if (!account) throw new AppError('not_found');
        const feed = feeds.open(account.id);
        if (!feed) throw new AppError('rate_limited', { seconds: 30 });
        return reply.type('text/event-stream').send(feed);
      });

      async function messages(request: FastifyRequest, tried: Tried = {}): Promise<string> {
        const { account: asked, failed } = PageQuery.parse(request.query);
        const account = await openedAccount(request, sandbox, asked);
        const choice = { accounts: await listAccounts(db, rememberedIds(request), maxListed), ...tried };
        if (!account) return noAccountPage(languageOf(request), choice);
        return messagesPage(languageOf(request), {
          account,
          messages: await listMessages(db, account.id),
          failed,
          choice,
        });
      }

      async function community(request: FastifyRequest, tried: Tried = {}): Promise<string> {
        const account = await openedAccount(request, sandbox, PageQuery.parse(request.query).account);
        const choice = { accounts: await listAccounts(db, rememberedIds(request), maxListed), ...tried };
        return communityPage(languageOf(request), { account, choice });
      }

      async function ownAndOthers(request: FastifyRequest) {
        const ids = rememberedIds(request);
        const accounts = await listAccounts(db, ids, maxListed);
        const isOwn = ({ id }: SandboxAccount) => ids.includes(id);
        const own = accounts.filter(isOwn).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
        return { own, others: accounts.filter((account) => !isOwn(account)) };
      }
    },
    { prefix: sandboxPath },
  );
}

interface Tried {
  said?: string;
  problem?: AccountProblem;
}

/** The page of ours that the form stood on. */
function backTo({ headers }: FastifyRequest, otherwise: string): string {
  const from = URL.parse(headers.referer ?? '');
  return from?.host === headers.host && from?.pathname.startsWith(sandboxPath)
    ? from.pathname + from.search
    : otherwise;
}
