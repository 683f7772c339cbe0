import type { ProductRecord } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { PriceFields } from './PriceFields.tsx';
import { productName } from './product-name.ts';
import { bodyOf, formOf, newProduct, type ProductForm, productProblems } from './product-rules.ts';
import { ProductPreview } from './ProductPreview.tsx';
import { TextFields } from './TextFields.tsx';
import { WhatFields } from './WhatFields.tsx';

const toastGroup = 'admin';

/** The form of a product, new or there already, and what the buyer will see of it. */
export function ProductEditor({ product, onClose }: { product?: ProductRecord; onClose: () => void }) {
  const { language, format } = useI18n();
  const { product: messages, cancel } = useMessages('admin');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const decimals = (value: number) => (Number.isInteger(value) ? String(value) : format.number(value, 2));
  const [initial] = useState(() => (product ? formOf(product, decimals) : newProduct));
  const { register, handleSubmit, control, setValue, setFocus } = useForm<ProductForm>({ defaultValues: initial });
  const form = useWatch({ control }) as ProductForm;
  const problems = productProblems(form);
  // Whoever has sent the form is told of all that is missing; before, of nothing that he has not written yet.
  const [sent, setSent] = useState(false);

  const save = useMutation({
    mutationFn: (values: ProductForm) => {
      const body = bodyOf(values);
      return product ? api.productUpdate({ params: { id: product.id }, body }) : api.productCreate({ body });
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (saved) => {
      const name = productName(saved, language);
      showToast('success', product ? messages.saved(name) : messages.created(name), toastGroup);
      onClose();
    },
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.anyProducts });
      return queries.invalidateQueries({ queryKey: keys.anyAdmin });
    },
  });
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
          <Card aria-labelledby="what">
            <h2 id="what" className="mb-4 text-lg">
              {messages.what}
            </h2>
            <WhatFields
              {...fields}
              onType={(type) => setValue('logicValue', type === 'SUBSCRIPTION' ? '1' : '')}
              onIcon={(hash) => setValue('icon', hash)}
            />
          </Card>
          <Card aria-labelledby="prices">
            <h2 id="prices" className="mb-1 text-lg">
              {messages.prices}
            </h2>
            <PriceFields {...fields} />
          </Card>
          <Card aria-labelledby="texts">
            <h2 id="texts" className="mb-4 text-lg">
              {messages.texts}
            </h2>
            <TextFields {...fields} />
          </Card>
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
