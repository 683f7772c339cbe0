import type { ProductRecord } from '@realmkeep/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { discounted, minorUnits } from '@realmkeep/contract/currencies';
import { pricedIn, productCategories, type ProductType, productTypes } from '@realmkeep/contract/products';
import { languages } from '@realmkeep/contract/languages';
import { tierOfNumber } from '@realmkeep/contract/tiers';
import { api } from '../../api/api.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { Field } from '../../ui/form/Field.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { productName, productLanguageOf } from './product-name.ts';
import { bodyOf, formOf, newProduct, type ProductForm, productProblems } from './product-rules.ts';
import { ProductPreview } from './ProductPreview.tsx';
import type { FieldProps } from './field-props.ts';
import { useAmount } from './use-amount.ts';
import { IconField } from './IconField.tsx';

const toastGroup = 'admin';

/** The form of a new or existing product, with a preview of what the buyer will see. */
export function ProductEditor({ product, onClose }: { product?: ProductRecord; onClose: () => void }) {
  const { language, format } = useI18n();
  const { product: messages, cancel } = useMessages('admin');
  const queries = useQueryClient();
  const online = useOnline();
  const decimals = (value: number) => (Number.isInteger(value) ? String(value) : format.number(value, 2));
  const draftName = `product ${product?.id ?? 'new'}`;
  const [initial] = useState(() => (product ? formOf(product, decimals) : newProduct));
  const { register, handleSubmit, control, setValue, setFocus } = useForm<ProductForm>({
    defaultValues: (draftOf(draftName) as ProductForm | undefined) ?? initial,
  });
  const form = useWatch({ control }) as ProductForm;
  const problems = productProblems(form);
  // After the form is sent, everything missing is shown; before that, nothing about fields not filled in yet.
  const [sent, setSent] = useState(false);

  const save = useCall(toastGroup, {
    mutationFn: (values: ProductForm) => {
      const body = bodyOf(values);
      if (product === undefined) return api.productCreate({ body });
      return api.productUpdate({ params: { id: product.id }, body: { ...body, revision: product.revision } });
    },
    onSuccess: (saved) => {
      const name = productName(saved, language);
      showToast('success', product ? messages.saved(name) : messages.created(name), toastGroup);
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.anyProducts });
      return queries.invalidateQueries({ queryKey: keys.anyAdmin });
    },
  });
  useDraft(draftName, save.isSuccess || JSON.stringify(form) === JSON.stringify(initial) ? null : form);
  const submit = handleSubmit((values) => {
    const [first] = Object.keys(productProblems(values)) as (keyof typeof problems)[];
    setSent(true);
    if (first === undefined) return save.mutate(values);
    clearToasts(toastGroup);
    showToast('error', messages.incomplete, toastGroup);
    setFocus(first === 'prices' ? `prices.${values.type === 'COINPACK' ? 'USD' : 'COINS'}.price` : first);
  });
  const fields = { form, register, problems, all: sent };

  return (
    <>
      <Link
        to="."
        search={(before) => ({ ...before, edit: undefined })}
        className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-1 rounded-block pr-3 font-medium text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden size={20} />
        {messages.back}
      </Link>
      <h1 className="mb-5 text-2xl wrap-anywhere">
        {product ? messages.editTitle(productName(product, language)) : messages.newTitle}
      </h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <form onSubmit={(event) => void submit(event)} noValidate className="flex min-w-0 flex-col gap-6">
          <TitledCard id="what" title={messages.what} gap="mb-4">
            <WhatFields
              {...fields}
              onType={(type) => setValue('logicValue', type === 'SUBSCRIPTION' ? '1' : '')}
              onIcon={(hash) => setValue('icon', hash)}
            />
          </TitledCard>
          <TitledCard id="prices" title={messages.prices} gap="mb-1">
            <PriceFields {...fields} />
          </TitledCard>
          <TitledCard id="texts" title={messages.texts} gap="mb-4">
            <TextFields {...fields} />
          </TitledCard>
          <div>
            <ProgressBar busy={save.isPending} label={messages.busy} />
            <div className="mt-3 flex flex-wrap gap-3">
              <Button variant="primary" type="submit" disabled={save.isPending || !online}>
                {product ? messages.submit : messages.submitNew}
              </Button>
              <Button onAction={onClose}>{cancel}</Button>
            </div>
          </div>
        </form>
        <ProductPreview form={form} />
      </div>
    </>
  );
}

/** A price and a discount for each currency that such a product is sold for. */
function PriceFields({ form, register, problems, all }: FieldProps) {
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

/** The name and the description in each language. */
function TextFields({ form, register, problems, all }: FieldProps) {
  const { product: messages } = useMessages('admin');
  return (
    <div className="flex flex-col gap-4">
      {languages.map((lang) => {
        const language = productLanguageOf[lang];
        const wrongName = problems[`translations.${language}.name`];
        const wrongText = problems[`translations.${language}.description`];
        const shown = all || form.translations[language].name !== '';
        return (
          <fieldset key={language} className="min-w-0">
            <legend className="mb-2 font-semibold">{messages.languages[language]}</legend>
            <Field
              {...register(`translations.${language}.name`)}
              label={messages.name}
              problem={wrongName && shown ? messages.problems[wrongName] : null}
              lang={lang}
              autoComplete="off"
            />
            <TextArea
              {...register(`translations.${language}.description`)}
              label={messages.description}
              problem={wrongText && messages.problems[wrongText]}
              lang={lang}
              rows={3}
            />
          </fieldset>
        );
      })}
    </div>
  );
}

interface Props extends FieldProps {
  /** When it becomes something else. */
  onType: (type: ProductType) => void;
  /** Called when a picture has been uploaded. */
  onIcon: (hash: string) => void;
}

/** What the product is, how much of it, and what it looks like. */
function WhatFields({ form, register, problems, all, onType, onIcon }: Props) {
  const { product: messages, products } = useMessages('admin');
  const { tiers } = useMessages('realm');
  const problem =
    problems.logicValue && (all || form.logicValue !== '') ? messages.problems[problems.logicValue] : null;
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <SelectField
        {...register('type', { onChange: (event: { target: { value: ProductType } }) => onType(event.target.value) })}
        label={messages.type}
        options={productTypes.map((type) => ({ value: type, label: products.types[type] }))}
      />
      {form.type === 'SUBSCRIPTION' ? (
        <SelectField
          {...register('logicValue')}
          label={messages.tier}
          options={[1, 2, 3].map((number) => ({ value: String(number), label: tiers[tierOfNumber(number)] }))}
        />
      ) : (
        <Field
          {...register('logicValue')}
          label={messages.coins}
          problem={problem}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <SelectField
        {...register('category')}
        label={messages.category}
        options={productCategories.map((category) => ({ value: category, label: products.categories[category] }))}
      />
      <IconField registered={register('icon')} icon={form.icon} onIcon={onIcon} />
    </div>
  );
}
