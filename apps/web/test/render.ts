import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// happy-dom has no popovers, which toasts are in.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });

export interface Rendered {
  container: HTMLElement;
  rerender: (node: ReactNode) => Promise<void>;
  unmount: () => Promise<void>;
}

/** Puts a component into the document of happy-dom. */
export async function render(node: ReactNode): Promise<Rendered> {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const rerender = (next: ReactNode) => act(async () => root.render(next));
  await rerender(node);
  return {
    container,
    rerender,
    unmount: async () => {
      await act(async () => root.unmount());
      container.remove();
    },
  };
}
