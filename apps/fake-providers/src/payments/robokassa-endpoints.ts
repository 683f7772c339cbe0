import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FakePayments } from './fake-payments.ts';
import { outSumOf } from './money.ts';
import { closeOverdue } from './payment-act.ts';
import { findPayment, type PaymentRow } from './payment-store.ts';
import { isSignature, signatureOf } from './robokassa-signature.ts';

const Query = z.object({
  MerchantLogin: z.string(),
  InvoiceID: z.string().regex(/^[1-9]\d{0,9}$/),
  Signature: z.string(),
});

const stateCodes: Record<string, number> = { OPEN: 5, PENDING: 50, PAID: 100, FAILED: 60, CLOSED: 10 };

/** https://docs.robokassa.ru/xml-interfaces/ */
export function serveRobokassa(server: FastifyInstance, payments: FakePayments): void {
  const { login, password2 } = payments.keys.robokassa;

  server.get('/Merchant/WebService/Service.asmx/OpStateExt', async (request, reply) => {
    reply.type('text/xml; charset=utf-8');
    const query = Query.safeParse(request.query);
    if (!query.success) return reply.code(500).send('Missing parameter');
    const { MerchantLogin, InvoiceID, Signature } = query.data;
    if (MerchantLogin !== login) return reply.send(answer(2, 'No such shop'));
    if (!isSignature(Signature, signatureOf([login, InvoiceID, password2]))) {
      return reply.send(answer(1, 'The signature is wrong'));
    }
    closeOverdue(payments);
    const payment = findPayment(payments.db, { invoice: Number(InvoiceID) });
    return reply.send(payment ? answer(0, 'Found', payment) : answer(3, 'No such invoice'));
  });
}

function answer(code: number, description: string, payment?: PaymentRow): string {
  const now = new Date().toISOString();
  const found = payment
    ? `<State><Code>${stateCodes[payment.status]}</Code><RequestDate>${now}</RequestDate><StateDate>${now}</StateDate></State>
  <Info>
    <IncCurrLabel>SandboxR</IncCurrLabel>
    <IncSum>${outSumOf(payment.amount)}0000</IncSum>
    <PaymentMethod><Code>BankCard</Code><Description /></PaymentMethod>
    <OutCurrLabel>SandboxR</OutCurrLabel>
    <OutSum>${outSumOf(payment.amount)}0000</OutSum>
  </Info>`
    : '';
  return `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://merchant.roboxchange.com/WebService/">
  <Result><Code>${code}</Code><Description>${description}</Description></Result>
  ${found}
</OperationStateResponse>`;
}
