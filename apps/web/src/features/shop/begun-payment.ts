const key = 'payment';

/** Keeps, over the visit to the provider, which payment this tab has begun: not each of them says it when the buyer is back. */
export function rememberPayment(sessionId: string): void {
  sessionStorage.setItem(key, sessionId);
}

/**
 * The payment that a return from the provider is about, by what it put into the address: the card provider the session, the
 * rouble provider the invoice. Otherwise the one that was started last; null if there is none.
 * @param search of the address, with or without its `?`
 */
export function returnedPayment(search: string): string | null {
  const params = new URLSearchParams(search);
  const said = params.get('session_id') ?? params.get('InvId');
  return said !== null && said !== '' ? said : sessionStorage.getItem(key);
}
