export type ButtonVariant = 'primary' | 'plain' | 'danger' | 'quiet';

const base =
  'inline-flex items-center justify-center gap-2 rounded-block font-semibold leading-tight text-center select-none ' +
  'min-h-11 px-5 py-2 transition-[transform,box-shadow,background-color] duration-(--motion-press) motion-reduce:transition-none ' +
  'not-disabled:active:translate-y-0.75 data-pressed:translate-y-0.75';

/** A block that sinks into its side when pressed, and lies flat when it cannot be. */
const block =
  'border-2 active:shadow-none data-pressed:shadow-none ' +
  'disabled:border-line disabled:bg-sunk disabled:text-muted disabled:shadow-none';

const variants: Record<ButtonVariant, string> = {
  primary: `${block} border-lantern-edge bg-lantern text-lantern-ink shadow-lantern not-disabled:hover:brightness-105`,
  plain: `${block} border-line bg-surface text-ink shadow-block hover:bg-sunk`,
  danger: `${block} border-brick-edge bg-brick-fill text-on-brick shadow-brick not-disabled:hover:brightness-110`,
  quiet: 'disabled:text-muted text-spruce underline decoration-2 underline-offset-4 hover:decoration-lantern px-1',
};

/** The look of a button, for buttons and for links that stand in a row with them. */
export function buttonClass(variant: ButtonVariant, className = ''): string {
  return `${base} ${variants[variant]} ${className}`;
}
