/** A chat component in the JSON form, as far as this product writes it. */
export interface Chat {
  text: string;
  color?: string;
  bold?: boolean;
  extra?: Chat[];
}
