import type { Realm } from '@realmkeep/contract';
import { Copy } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { realmAddress } from './join-address.ts';
import { useCopy } from '../../shared/use-copy.ts';

/** What a player types, with a button that copies it. */
export function RealmAddress({ domain, centred = false }: { domain: Realm['domain']; centred?: boolean }) {
  const realmText = useMessages('realm');
  const copy = useCopy();
  const site = useSite();
  const address = realmAddress(domain, site?.gamePort ?? null);
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-3 ${centred ? 'justify-center' : ''}`}>
      <code className="font-sans font-semibold wrap-anywhere sm:text-lg">{address}</code>
      <Button disabled={site === null} onAction={() => copy(address)}>
        <Copy aria-hidden size={18} />
        {realmText.details.copy}
      </Button>
    </div>
  );
}
