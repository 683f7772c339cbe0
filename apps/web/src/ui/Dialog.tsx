import { X } from 'lucide-react';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { focusMain, isFocusLost } from './focus-main.ts';

interface Props {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Escape would have discarded unsaved input: pressing it again closes the dialog. */
  onUnsaved?: () => void;
  children: ReactNode;
  /** `drawer` slides in from the right edge, and holds nothing that a click beside it could lose. */
  shape?: 'box' | 'drawer';
}

const shapes = {
  box: 'm-auto max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-1.5rem))] animate-rise rounded-block border-2 border-line p-6 shadow-float max-xs:p-4',
  drawer:
    'mt-0 mr-0 mb-0 ml-auto h-dvh max-h-none w-[min(20rem,88vw)] border-l-2 border-line p-5 transition-transform duration-(--motion-slide) starting:open:translate-x-full',
};

/**
 * A modal dialog: open while it is rendered. The element marked `data-autofocus` gets the focus. `onClose` is called when closing is
 * requested: a browser reports a closed dialog only in the next frame, when it may have been opened again.
 */
export function Dialog({ title, closeLabel, onClose, onUnsaved, children, shape = 'box' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  /** Whether there is unsaved text without a warning so far. */
  const isUnsaved = useRef(false);
  /** While something in it loads for the first time React may hide it: it opens again with that. */
  const isHidden = useRef(false);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (shape !== 'drawer' || !element) return undefined;
    const closeBeside = ({ target, clientX }: MouseEvent) => {
      if (target === element && clientX < element.getBoundingClientRect().left) close();
    };
    element.addEventListener('click', closeBeside);
    return () => element.removeEventListener('click', closeBeside);
  }, [shape]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    isHidden.current = false;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      isHidden.current = true;
      // Closing gives the focus back to where it was, if that is still there.
      element.close();
      if (isFocusLost(element)) focusMain();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`overflow-y-auto overscroll-contain bg-surface text-ink ${shapes[shape]}`}
      onInput={({ target }) => {
        if (isText(target)) isUnsaved.current = true;
      }}
      onCancel={(event) => {
        // File inputs also fire `cancel`.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isUnsaved.current || !onUnsaved) return onClose();
        isUnsaved.current = false;
        onUnsaved();
      }}
      // Where nothing has been pressed yet, a browser closes it without asking.
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open && !isHidden.current) onClose();
      }}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="min-w-0 pt-1 text-lg">
          {title}
        </h2>
        <button
          type="button"
          aria-label={closeLabel}
          onClick={onClose}
          className="-mt-1 -mr-1 grid size-11 shrink-0 place-items-center rounded-block text-muted hover:bg-sunk hover:text-ink"
        >
          <X aria-hidden size={20} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** A password is quickly typed again, and not a draft. */
function isText(target: EventTarget): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
}
