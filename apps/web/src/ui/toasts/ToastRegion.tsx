import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { focusMain } from '../focus-main.ts';
import {
  addRegion,
  currentToasts,
  dismissToast,
  holdToast,
  onToasts,
  releaseToast,
  type Severity,
  type Toast,
  topRegion,
} from './toasts.ts';

interface Props {
  label: string;
  dismissLabel: string;
}

/**
 * Where toasts appear. A modal dialog makes everything outside it inert, toasts included, so each dialog has a region of its
 * own; as a popover it is shown in the window's corner wherever it is in the page.
 */
export function ToastRegion({ label, dismissLabel }: Props) {
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  const isTop = useSyncExternalStore(onToasts, topRegion) === id;

  useEffect(() => {
    region.current?.showPopover();
    return addRegion(id);
  }, [id]);

  // Where Escape closes nothing else, it dismisses the newest; a toast that has the focus is dismissed before anything is closed.
  useEffect(() => {
    if (!isTop) return undefined;
    const dismiss = (event: KeyboardEvent) => {
      const focused = region.current?.contains(document.activeElement);
      const latest = currentToasts().at(-1);
      if (
        event.key !== 'Escape' ||
        !latest ||
        (!focused && document.querySelector(':modal, [popover=auto]:popover-open'))
      )
        return;
      event.preventDefault();
      const toast = focused
        ? document.activeElement?.closest<HTMLElement>('[data-toast]')?.dataset['toast']
        : latest.id;
      dismissToast(Number(toast));
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, [isTop]);

  return (
    <div
      ref={region}
      popover="manual"
      role="region"
      aria-label={label}
      className="pointer-events-none fixed inset-auto top-3 right-3 m-0 w-[min(23rem,calc(100vw-1.5rem))] overflow-visible bg-transparent"
    >
      <ol aria-live="polite" className="flex flex-col gap-2.5">
        {isTop && toasts.map((toast) => <ToastItem key={toast.id} toast={toast} dismissLabel={dismissLabel} />)}
      </ol>
    </div>
  );
}

const looks: Record<Severity, { className: string; icon: ReactNode }> = {
  info: { className: 'bg-slate-soft border-slate/40 [&>svg]:text-slate', icon: <Info aria-hidden size={20} /> },
  success: { className: 'bg-moss-soft border-moss/40 [&>svg]:text-moss', icon: <CircleCheck aria-hidden size={20} /> },
  warn: {
    className: 'bg-amber-soft border-amber/40 [&>svg]:text-amber',
    icon: <TriangleAlert aria-hidden size={20} />,
  },
  error: { className: 'bg-brick-soft border-brick/40 [&>svg]:text-brick', icon: <CircleAlert aria-hidden size={20} /> },
  secondary: { className: 'bg-surface border-line [&>svg]:text-muted', icon: <Info aria-hidden size={20} /> },
  contrast: { className: 'bg-ink text-ground border-ink', icon: <Info aria-hidden size={20} /> },
};

function ToastItem({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const { id } = toast;
  const { className, icon } = looks[toast.severity];
  const item = useRef<HTMLLIElement>(null);
  const cameFrom = useRef<Element | null>(null);
  // A closing dialog removes its region, and the pointer is not over the toast in the next one.
  useEffect(
    () => () => {
      if (currentToasts().includes(toast)) releaseToast(toast.id);
    },
    [toast],
  );
  // A toast that is dismissed while focused returns the focus.
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
      else focusMain();
    };
  }, []);

  const hold = (event: FocusEvent) => {
    cameFrom.current = event.relatedTarget;
    holdToast(id);
  };
  /** Neither pointed at nor focused. */
  const release = () => {
    if (!item.current?.matches(':hover, :focus-within')) releaseToast(id);
  };

  return (
    <li
      ref={item}
      data-toast={id}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={release}
      className={`pointer-events-auto flex animate-rise items-start gap-3 rounded-block border-2 py-2.5 pr-2 pl-3.5 shadow-float [&>svg]:mt-0.5 [&>svg]:shrink-0 ${className}`}
    >
      {icon}
      <p role={toast.severity === 'error' ? 'alert' : undefined} className="min-w-0 flex-1 font-medium wrap-anywhere">
        {toast.message}
      </p>
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={() => dismissToast(id)}
        onFocus={hold}
        onBlur={release}
        className="relative grid size-7 shrink-0 place-items-center rounded-chip opacity-70 after:absolute after:-inset-2 hover:opacity-100"
      >
        <X aria-hidden size={16} />
      </button>
    </li>
  );
}
