import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { siteQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { joinAddress } from './join-address.ts';
import { useCopy } from './use-copy.ts';

/** What a player types, with a button that copies it. */
export function RealmAddress({ domain }: { domain: string }) {
  const { text } = useI18n();
  const copy = useCopy();
  const { data: site } = useQuery(siteQuery);
  const address = joinAddress(domain, site?.gamePort ?? null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <code className="font-sans text-lg font-semibold break-all">{address}</code>
      <Button onAction={() => copy(address)}>
        <Copy aria-hidden size={18} />
        {text.realm.details.copy}
      </Button>
    </div>
  );
}
