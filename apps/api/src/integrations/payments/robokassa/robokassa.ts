import { readAtMost } from '../../read-at-most.ts';
import type { RobokassaShop } from '../payment-settings.ts';
import { PaymentError, type RoublePayments, type RoubleResult } from '../payments.ts';
import { readOperationState } from './operation-state.ts';
import { kopecksOf, outSumOf } from './out-sum.ts';
import { isSignature, signatureOf } from './signature.ts';

export interface RobokassaOptions extends RobokassaShop {
  /** Where its programs answer: an origin. */
  base: string;
  /** Where buyers pay. */
  paymentPage: string;
}

/** Of one question. */
const answerMs = 8_000;
const maxAnswerBytes = 32 * 1024;
const maxInvoice = 2_147_483_647;

/** The protocol: https://docs.robokassa.ru/pay-interface/ and https://docs.robokassa.ru/xml-interfaces/ */
export function createRobokassa(options: RobokassaOptions): RoublePayments {
  const { login, password1, password2, hash } = options;

  return {
    checkoutUrl({ invoice, amount, description, language, username, productId, expiresAt }) {
      const outSum = outSumOf(amount);
      const own = { Shp_productId: productId, Shp_username: username };
      const url = new URL(options.paymentPage);
      url.search = new URLSearchParams({
        MerchantLogin: login,
        OutSum: outSum,
        InvId: String(invoice),
        Description: Array.from(description).slice(0, 100).join(''),
        SignatureValue: signatureOf(hash, [login, outSum, invoice, password1], own),
        Culture: language === 'ru' ? 'ru' : 'en',
        Encoding: 'utf-8',
        // Seven decimals and an offset, as it writes times itself.
        ExpirationDate: expiresAt.toISOString().replace('Z', '0000+00:00'),
        ...(options.test ? { IsTest: '1' } : {}),
        ...own,
      }).toString();
      return url.href;
    },

    readResult: (params) => readSigned(params, password2),
    readSuccess: (params) => readSigned(params, password1),

    async state(invoice) {
      const url = new URL('/Merchant/WebService/Service.asmx/OpStateExt', options.base);
      url.search = new URLSearchParams({
        MerchantLogin: login,
        InvoiceID: String(invoice),
        Signature: signatureOf(hash, [login, invoice, password2]),
      }).toString();
      return readOperationState(await ask(url));
    },
  };

  /** The parameters of the provider's callback and of the buyer's return, each signed with its own password. */
  function readSigned(params: URLSearchParams, password: string): RoubleResult | null {
    const own = Object.fromEntries([...params].filter(([name]) => /^shp_/i.test(name)));
    const [outSum, invId, said] = [params.get('OutSum'), params.get('InvId'), params.get('SignatureValue')];
    const { Shp_productId: productId, Shp_username: username } = own;
    if (new Set(params.keys()).size !== params.size || outSum === null || invId === null || said === null) return null;
    // Over the sum as it was written.
    if (!isSignature(said, signatureOf(hash, [outSum, invId, password], own))) return null;
    const amount = kopecksOf(outSum);
    const invoice = /^[1-9]\d{0,9}$/.test(invId) ? Number(invId) : Infinity;
    if (amount === null || invoice > maxInvoice || productId === undefined || username === undefined) return null;
    return { invoice, amount, productId, username };
  }
}

/** @throws PaymentError unavailable, without the address, as it contains a signature */
async function ask(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    if (!response.ok || !response.body) throw new Error(`it answered with status ${response.status}`);
    const body = await readAtMost(response, maxAnswerBytes);
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new PaymentError('unavailable', `Robokassa: ${error instanceof Error ? error.message : 'no answer'}${cause}`);
  }
}
