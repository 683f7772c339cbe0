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
      <SelectField
        {...register('icon')}
        label={messages.icon}
        options={[
          { value: '', label: messages.noIcon },
          ...productIcons.map((icon) => ({ value: icon, label: messages.icons[icon] })),
        ]}
      />
    </div>
  );
}
