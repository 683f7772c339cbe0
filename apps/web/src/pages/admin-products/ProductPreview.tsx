import { currencyOf, discounted, minorUnits } from '@realmkeep/contract/currencies';
import { type Language, languages } from '@realmkeep/contract/languages';
import { useId, useRef, useState } from 'react';
import { ProductFace } from '../../features/shop/ProductFace.tsx';
import { InLanguage, useI18n } from '../../i18n/I18nProvider.tsx';
import { loadLanguage } from '../../i18n/messages.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { productLanguageOf } from './product-name.ts';
import { bodyOf, type ProductForm, productProblems } from './product-rules.ts';

/** The product as buyers of each language see it in the shop, as far as it is typed. */
export function ProductPreview({ form }: { form: ProductForm }) {
  const i18n = useI18n();
  const { product: messages } = useMessages('admin');
  const shell = useMessages('shell');
  const [language, setLanguage] = useState<Language>(i18n.language);
  const wanted = useRef(language);
  const show = async (one: Language) => {
    wanted.current = one;
    try {
      await loadLanguage(one);
    } catch {
      return showToast('error', shell.language.failed, 'admin');
    }
    // Of two that are loading, the one that was requested last is shown.
    if (wanted.current === one) setLanguage(one);
  };
  const titleId = useId();
  const headingId = useId();
  const currency = form.type === 'COINPACK' ? currencyOf[language] : 'COINS';
  const { name, description } = form.translations[productLanguageOf[language]];

  const problems = productProblems(form);
  const wrong = problems[`prices.${currency}.price`] ?? problems[`prices.${currency}.discount`];
  const price = wrong ? undefined : bodyOf(form).prices.find((one) => one.currency === currency);
  const discount = price?.discount ?? null;
  const unit = minorUnits[currency];

  return (
    <section aria-labelledby={headingId} className="lg:sticky lg:top-24">
      <h2 id={headingId} className="mb-3 text-lg">
        {messages.preview}
      </h2>
      <RadioBar
        label={messages.previewLanguage}
        labelHidden
        options={languages.map((one) => ({
          name: one,
          label: (
            <>
              <span aria-hidden className="uppercase">
                {one}
              </span>
              <span className="sr-only">{messages.languages[productLanguageOf[one]]}</span>
            </>
          ),
        }))}
        selected={language}
        onSelect={(one) => void show(one)}
      />
      <div className="mt-3 max-w-80">
        {price ? (
          <InLanguage language={language}>
            <ProductFace
              titleId={titleId}
              product={{
                type: form.type,
                // A number that is no tier has none to show.
                logicValue: problems.logicValue ? 1 : bodyOf(form).logicValue,
                name: name.trim() || messages.unnamed,
                description: description.trim(),
                icon: form.icon || null,
                currency,
                price: discounted(Math.round(price.price * unit), discount) / unit,
                oldPrice: discount === null ? null : price.price,
                discount: discount === null ? null : `${discount}%`,
              }}
            />
          </InLanguage>
        ) : (
          <p className="rounded-block border-2 border-dashed border-line p-5 text-muted">
            {currency === 'COINS' ? messages.problems.noPrice : messages.unpriced(currency)}
          </p>
        )}
      </div>
    </section>
  );
}
