import { eulaUrl } from '@realmkeep/contract/kernel-rules';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';

interface Props {
  /** When the realm's owner has agreed, as ISO 8601; null until then. */
  accepted: string | null;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
}

/** The licence of the game's own server: the way to its text, and the box by which the owner agrees to it once. */
export function Eula({ accepted, agreed, onAgree }: Props) {
  const messages = useMessages('kernel');
  const { format } = useI18n();
  return (
    <>
      {accepted === null ? (
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-spruce"
            checked={agreed}
            onChange={({ target }) => onAgree(target.checked)}
          />
          {messages.eula}
        </label>
      ) : (
        <p className="mt-4 text-sm text-muted">{messages.eulaAccepted(format.dayAndHour(accepted))}</p>
      )}
      <NewTabLink href={eulaUrl} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {messages.eulaLink}
      </NewTabLink>
    </>
  );
}
