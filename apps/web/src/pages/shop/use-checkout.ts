import type { MoneyCurrency, PaymentSession } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { rememberPayment } from '../../features/shop/begun-payment.ts';
import { sandboxHere } from '../../shared/sandbox-here.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'checkout';

interface Order {
  productId: string;
  currency: MoneyCurrency;
  /** The name of another player; null if the buyer is the recipient. */
  username: string | null;
}

interface Checkout {
  begin: (order: Order) => void;
  /** The product whose payment is being opened. */
  opening: string | null;
  /** What cannot be paid in at the moment. */
  unavailable: MoneyCurrency | null;
}

/** Starts a payment and goes to the provider's page. @param onUnknownUser called if nobody has the name */
export function useCheckout(onUnknownUser: () => void): Checkout {
  const errors = useMessages('errors');
  const navigate = useNavigate();
  const [opening, setOpening] = useState<string | null>(null);
  const [unavailable, setUnavailable] = useState<MoneyCurrency | null>(null);

  const checkout = useMutation({
    mutationFn: beginPayment,
    onMutate: ({ productId }) => {
      clearToasts(toastGroup);
      setUnavailable(null);
      setOpening(productId);
    },
    onSuccess: ({ sessionId, checkoutUrl }) => {
      rememberPayment(sessionId);
      location.assign(sandboxHere(checkoutUrl));
    },
    onError: (error, { currency }) => {
      setOpening(null);
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'payment_refused') void navigate(paths.paymentError);
      if (code === 'user_unknown') onUnknownUser();
      if (code === 'payment_unavailable') setUnavailable(currency);
      showToast('error', errorText(errors, error), toastGroup);
    },
  });

  // The browser's back button returns to the page as it was left.
  useEffect(() => {
    const shown = () => setOpening(null);
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  return { begin: checkout.mutate, opening, unavailable };
}

function beginPayment({ productId, currency, username }: Order): Promise<PaymentSession> {
  return currency === 'RUB'
    ? api.paymentCheckoutRub({ body: { productId, username } })
    : api.paymentCheckoutCard({ body: { currency, productId, username } });
}
