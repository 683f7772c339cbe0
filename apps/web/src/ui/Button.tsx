import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react';
import { buttonClass, type ButtonVariant } from './button-class.ts';

/** Milliseconds between a button's `preclick` event and its action, in which it is seen to go down. */
const preclickDelay = 200;

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  variant?: ButtonVariant;
  /** Runs 200 ms after the click; a button of type `submit` submits its form instead. */
  onAction?: () => void;
}

/**
 * A button for everything that does something. A click, also by the keyboard, emits a bubbling `preclick` event at once
 * and acts 200 ms later, once however often it is clicked meanwhile, and not at all if it is gone or disabled by then.
 */
export function Button({ variant = 'plain', onAction, type = 'button', className, ...rest }: Props) {
  const [pressed, setPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const action = useRef(onAction);

  useEffect(() => {
    action.current = onAction;
  }, [onAction]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    // The form is submitted below, after the delay.
    event.preventDefault();
    if (timer.current !== null) return;
    button.dispatchEvent(new CustomEvent('preclick', { bubbles: true }));
    setPressed(true);
    timer.current = setTimeout(() => {
      timer.current = null;
      setPressed(false);
      if (button.disabled) return;
      if (type === 'submit') button.form?.requestSubmit(button);
      else action.current?.();
    }, preclickDelay);
  };

  return (
    <button
      {...rest}
      type={type}
      onClick={click}
      data-pressed={pressed || undefined}
      className={buttonClass(variant, className)}
    />
  );
}
