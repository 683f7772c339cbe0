/** What a visitor brings back from the chat platform. */
export interface Consent {
  code: string;
  state: string;
}

/**
 * A visitor consents on the stand-in's page, by plain HTTP.
 * @param authorizeUrl the answer of `chatLink`
 * @param account the id of an existing account, or the name of a new one
 * @param scope the requested scope, where it differs from the URL's
 */
export async function consentOnSandbox(
  authorizeUrl: string,
  account: { id: string } | { name: string },
  scope?: string,
): Promise<Consent> {
  const asked = new URL(authorizeUrl);
  const form = asked.searchParams;
  form.set('account', 'id' in account ? account.id : 'new');
  if ('name' in account) form.set('name', account.name);
  if (scope !== undefined) form.set('scope', scope);
  form.set('decision', 'authorise');
  const response = await fetch(`${asked.origin}/sandbox/chat/authorize`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const back = response.headers.get('location');
  if (response.status !== 303 || !back) throw new Error(`The sandbox answered ${response.status}`);
  const { searchParams } = new URL(back);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}
