/** An answer that refuses, in Stripe's shape: https://docs.stripe.com/api/errors */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  readonly status: number;
  readonly error: { type: string; message: string; code?: string; param?: string };
  constructor(status: number, error: StripeFault['error']) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

const type = 'invalid_request_error';

export const stripeFaults = {
  noKey: () => new StripeFault(401, { type, message: 'Invalid API Key provided' }),
  missing: (what: string) =>
    new StripeFault(404, { type, code: 'resource_missing', param: 'id', message: `No such ${what}` }),
  invalid: (param: string, message: string) => new StripeFault(400, { type, param, message }),
  tooSmall: () =>
    new StripeFault(400, {
      type,
      code: 'amount_too_small',
      message: 'The total is below the least that can be charged',
    }),
  otherParams: () =>
    new StripeFault(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with',
    }),
};
