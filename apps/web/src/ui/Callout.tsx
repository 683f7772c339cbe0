import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  tone: 'info' | 'warn';
  title: string;
  children: ReactNode;
}

const tones = {
  info: { className: 'border-slate/35 bg-slate-soft [&>svg]:text-slate', Icon: Info },
  warn: { className: 'border-amber/40 bg-amber-soft [&>svg]:text-amber', Icon: TriangleAlert },
};

/** A highlighted remark. */
export function Callout({ tone, title, children }: Props) {
  const { className, Icon } = tones[tone];
  return (
    <div className={`flex gap-3 rounded-block border-2 p-4 [&>svg]:mt-0.5 [&>svg]:shrink-0 ${className}`}>
      <Icon aria-hidden size={20} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
