import type { UseFormRegister } from 'react-hook-form';
import type { ProductForm, ProductProblems } from './product-rules.ts';

/** What each part of the product's form gets. */
export interface FieldProps {
  form: ProductForm;
  register: UseFormRegister<ProductForm>;
  problems: ProductProblems;
  /** Whether fields that nobody has written in are reproached too. */
  all: boolean;
}
