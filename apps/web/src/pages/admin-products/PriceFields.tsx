import { discounted, minorUnits } from '@realmkeep/contract/currencies';
import { pricedIn } from '@realmkeep/contract/products';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import type { FieldProps } from './field-props.ts';
import { bodyOf } from './product-rules.ts';
import { useAmount } from './use-amount.ts';

/** A price and a discount for each currency that such a product is sold for. */
export function PriceFields({ form, register, problems, all }: FieldProps) {
  const { product: messages } = useMessages('admin');
  const amount = useAmount();
  const { prices } = bodyOf(form);
  return (
    <>
      {form.type === 'COINPACK' && <p className="mb-4 text-sm text-muted">{messages.pricesHint}</p>}
      {all && problems.prices && (
        <p role="alert" className="mb-3 text-sm font-medium text-brick">
          {messages.problems[problems.prices]}
        </p>
      )}
      {pricedIn[form.type].map((currency) => {
        const wrongPrice = problems[`prices.${currency}.price`];
        const wrongDiscount = problems[`prices.${currency}.discount`];
        const typed = prices.find((one) => one.currency === currency);
        const unit = minorUnits[currency];
        const pays =
          typed?.discount && !wrongPrice && !wrongDiscount
            ? messages.pays(amount(discounted(Math.round(typed.price * unit), typed.discount) / unit, currency))
            : undefined;
        return (
          <div key={currency} className="grid grid-cols-[1fr_7.5rem] gap-x-4">
            <Field
              {...register(`prices.${currency}.price`)}
              label={messages.price(messages.currencies[currency])}
              hint={pays}
              problem={wrongPrice && messages.problems[wrongPrice]}
              inputMode={currency === 'COINS' ? 'numeric' : 'decimal'}
              autoComplete="off"
            />
            <Field
              {...register(`prices.${currency}.discount`)}
              label={messages.discount}
              problem={wrongDiscount && messages.problems[wrongDiscount]}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        );
      })}
    </>
  );
}
