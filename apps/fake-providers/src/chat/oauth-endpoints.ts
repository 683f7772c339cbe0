import { randomBytes } from 'node:crypto';
import { OAuth2Scopes } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findAccount } from './account-store.ts';
import { deleteGrant, findGrant, hasScope, insertGrant, takeCode } from './consent-store.ts';
import { faults, OAuthFault } from './discord-faults.ts';
import { chatPath, type FakeChat } from './fake-chat.ts';
import { isSecret, secretHash } from '../secret.ts';

/** Seven days, as Discord's. */
const tokenSeconds = 604_800;

const CodeForm = z.object({ grant_type: z.literal('authorization_code'), code: z.string(), redirect_uri: z.string() });
const RevokeForm = z.object({ token: z.string() });

/** https://docs.discord.com/developers/topics/oauth2 */
export function serveOAuth(server: FastifyInstance, { db, keys }: FakeChat): void {
  server.get('/oauth2/authorize', async (request, reply) =>
    reply.redirect(`${chatPath}/authorize?${request.url.split('?')[1] ?? ''}`),
  );

  server.post('/api/oauth2/token', async (request, reply) => {
    requireClient(request);
    const form = CodeForm.safeParse(request.body);
    if (!form.success) throw new OAuthFault(400, 'invalid_request', 'The form is not valid');
    const consent = takeCode(db, secretHash(form.data.code));
    if (!consent || consent.expired || consent.redirectUri !== form.data.redirect_uri) {
      throw new OAuthFault(400, 'invalid_grant', 'Invalid "code" in request.');
    }
    const [accessToken, refreshToken] = [newToken(), newToken()];
    insertGrant(db, {
      accessHash: secretHash(accessToken),
      refreshHash: secretHash(refreshToken),
      accountId: consent.accountId,
      scope: consent.scope,
      seconds: tokenSeconds,
    });
    return reply.send({
      token_type: 'Bearer',
      access_token: accessToken,
      expires_in: tokenSeconds,
      refresh_token: refreshToken,
      scope: consent.scope,
    });
  });

  server.post('/api/oauth2/token/revoke', async (request, reply) => {
    requireClient(request);
    const form = RevokeForm.safeParse(request.body);
    if (!form.success) throw new OAuthFault(400, 'invalid_request', 'The form is not valid');
    deleteGrant(db, secretHash(form.data.token));
    return reply.send({});
  });

  server.get('/api/v10/users/@me', async (request, reply) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const grant = token && findGrant(db, secretHash(token));
    const account = grant && findAccount(db, grant.accountId);
    if (!account || !hasScope(grant.scope, OAuth2Scopes.Identify)) throw faults.unauthorized();
    return reply.send({
      id: account.id,
      username: account.name,
      discriminator: '0',
      global_name: account.name,
      avatar: null,
      ...(hasScope(grant.scope, OAuth2Scopes.Email)
        ? { email: `${account.id}@sandbox.invalid`, verified: account.addressVerified }
        : {}),
    });
  });

  function requireClient({ headers }: FastifyRequest): void {
    const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const said = Buffer.from(basic, 'base64').toString('utf8');
    if (!isSecret(said, `${keys.clientId}:${keys.clientSecret}`)) {
      throw new OAuthFault(401, 'invalid_client', 'The client is unknown, or its secret is wrong');
    }
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
