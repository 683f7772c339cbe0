import type { AdminRealm } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';

interface Props {
  /** `Blocked`, in the grammatical form for the subject. */
  label: string;
  blocked: NonNullable<AdminRealm['blocked']>;
}

/** Since when and why an account or a realm is blocked, for operators. */
export function BlockedNote({ label, blocked: { at, reason } }: Props) {
  const { format } = useI18n();
  const admin = useMessages('admin');
  return (
    <p className="mt-1.5 text-sm wrap-anywhere">
      <span className="mr-2 inline-block rounded-chip bg-brick-soft px-2.5 py-0.5 font-semibold text-brick">
        {label}
      </span>
      <span className="text-muted">{admin.blockedSince(format.moment(at))}</span>
      {reason !== '' && <span className="mt-1 block">{reason}</span>}
    </p>
  );
}
