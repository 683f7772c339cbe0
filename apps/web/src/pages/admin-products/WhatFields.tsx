import { productCategories, type ProductType, productTypes } from '@realmkeep/contract/products';
import { tierOfNumber } from '@realmkeep/contract/tiers';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { FieldProps } from './field-props.ts';
import { IconField } from './IconField.tsx';

interface Props extends FieldProps {
  /** When it becomes something else. */
  onType: (type: ProductType) => void;
  /** When a picture of its own has been uploaded. */
  onIcon: (hash: string) => void;
}

/** What the product is, how much of it, and what it looks like. */
export function WhatFields({ form, register, problems, all, onType, onIcon }: Props) {
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
