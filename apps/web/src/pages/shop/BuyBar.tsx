import { type MoneyCurrency, moneyCurrencies } from '@realmkeep/contract/currencies';
import type { RefObject } from 'react';
import { useSite } from '../../api/site.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { chooseCurrency } from './currency.ts';

/** For whom something is bought. */
export interface Recipient {
  whom: 'self' | 'other';
  /** As it is typed. */
  name: string;
  problem: 'empty' | 'unknown' | null;
}

interface Props {
  currency: MoneyCurrency;
  recipient: Recipient;
  onRecipient: (recipient: Recipient) => void;
  nameField: RefObject<HTMLInputElement | null>;
  /** What cannot be paid in at the moment. */
  unavailable: MoneyCurrency | null;
}

/** In which currency is bought, and for whom. */
export function BuyBar({ currency, recipient, onRecipient, nameField, unavailable }: Props) {
  const shop = useMessages('shop');
  const { whom, name, problem } = recipient;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start gap-x-8 gap-y-4">
        <RadioBar
          label={shop.currency.label}
          options={moneyCurrencies.map((known) => ({
            name: known,
            label: (
              <abbr title={shop.currency[known]} className="no-underline">
                {known}
              </abbr>
            ),
          }))}
          selected={currency}
          onSelect={chooseCurrency}
        />
        <RadioBar
          label={shop.recipient.label}
          options={[
            { name: 'self', label: shop.recipient.self },
            { name: 'other', label: shop.recipient.other },
          ]}
          selected={whom}
          onSelect={(chosen) => onRecipient({ ...recipient, whom: chosen })}
        />
        {whom === 'other' && (
          <Field
            ref={nameField}
            label={shop.recipient.name}
            hint={shop.recipient.hint}
            problem={problem && shop.recipient[problem]}
            value={name}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="mb-0! w-64 max-w-full"
            onChange={({ target }) => onRecipient({ whom, name: target.value, problem: null })}
          />
        )}
      </div>
      {unavailable !== null && <Unavailable currency={unavailable} />}
    </>
  );
}

function Unavailable({ currency }: { currency: MoneyCurrency }) {
  const { unavailable } = useMessages('shop');
  const site = useSite();
  return (
    <div role="alert" className="mb-6">
      <Callout tone="warn" title={unavailable.title(currency)}>
        <p>{unavailable.text}</p>
        {site?.links.support && (
          <NewTabLink
            href={site.links.support}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {unavailable.support}
          </NewTabLink>
        )}
      </Callout>
    </div>
  );
}
