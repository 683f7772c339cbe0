/** Moves the focus to the main content when the focused element is gone: screen readers would otherwise start at the top. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Whether nothing has the focus, or what goes away with this part of the page. */
export function isFocusLost(leaving: Element): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || leaving.contains(activeElement);
}

/**
 * From now on the main content gets the focus when the element that has it is removed: a deleted row, the folder that was left.
 * @returns what ends it
 */
export function followFocus(): () => void {
  let focused: Element | null = null;
  const onFocus = ({ target }: FocusEvent): void => {
    focused = target instanceof Element ? target : null;
  };
  // Whoever has left it does not miss it.
  const onLeft = ({ target }: FocusEvent): void =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null;
    });
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) focusMain();
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onLeft);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onLeft);
    observer.disconnect();
  };
}
