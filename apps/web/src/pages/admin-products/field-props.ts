import type { UseFormRegister } from 'react-hook-form';
import type { ProductForm, ProductProblems } from './product-rules.ts';

/** What each part of the product's form gets. */
export interface FieldProps {
  form: ProductForm;
  register: UseFormRegister<ProductForm>;
  problems: ProductProblems;
  /** Whether untouched fields show problems too. */
  all: boolean;
}
