import { productCategories, productIcons, type ProductType, productTypes } from '@realmkeep/contract/products';
import { tierOfNumber } from '@realmkeep/contract/tiers';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { FieldProps } from './field-props.ts';

/** What the product is, and how much of it. `onType` when it becomes something else. */
export function WhatFields({
  form,
  register,
  problems,
  all,
  onType,
}: FieldProps & { onType: (type: ProductType) => void }) {
  const { product: words, products } = useMessages('admin');
  const { tiers } = useMessages('realm');
  const problem = problems.logicValue && (all || form.logicValue !== '') ? words.problems[problems.logicValue] : null;
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <SelectField
        {...register('type', { onChange: (event: { target: { value: ProductType } }) => onType(event.target.value) })}
        label={words.type}
        options={productTypes.map((type) => ({ value: type, label: products.types[type] }))}
      />
      {form.type === 'SUBSCRIPTION' ? (
        <SelectField
          {...register('logicValue')}
          label={words.tier}
          options={[1, 2, 3].map((number) => ({ value: String(number), label: tiers[tierOfNumber(number)] }))}
        />
      ) : (
        <Field
          {...register('logicValue')}
          label={words.coins}
          problem={problem}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <SelectField
        {...register('category')}
        label={words.category}
        options={productCategories.map((category) => ({ value: category, label: products.categories[category] }))}
      />
      <SelectField
        {...register('icon')}
        label={words.icon}
        options={[
          { value: '', label: words.noIcon },
          ...productIcons.map((icon) => ({ value: icon, label: words.icons[icon] })),
        ]}
      />
    </div>
  );
}
