/** Moves the focus to the main content when the focused element is gone: screen readers would otherwise start at the top. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Whether nothing has the focus, or what goes away with this part of the page. */
export function isFocusLost(leaving: Element): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || leaving.contains(activeElement);
}
