import type { Realm } from '@realmkeep/contract';
import { Copy } from 'lucide-react';
import { realmAddress } from '../../features/realm/join-address.ts';
import { useCopy } from '../../shared/use-copy.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';

/** How to get in with the game, of which version, and what to do where *.localhost is not a name. */
export function JoinCard({ domain, version }: { domain: Realm['domain']; version: string }) {
  const realmText = useMessages('realm');
  const { join } = realmText.details;
  const site = useSite();
  const copy = useCopy();
  const hostsLine = `127.0.0.1 ${domain.domain}`;
  return (
    <Card aria-labelledby="join">
      <h2 id="join" className="mb-3 text-lg">
        {join.title}
      </h2>
      <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-muted">
        <li>{join.edition(version)}</li>
        <li>{join.menu}</li>
        <li>
          {join.address}{' '}
          <strong className="inline-block wrap-anywhere">{realmAddress(domain, site?.gamePort ?? null)}</strong>
        </li>
        <li>{join.done}</li>
      </ol>
      {site?.baseDomain === 'localhost' && (
        <div className="mt-4">
          <Disclosure title={join.hostsTitle}>
            <p className="text-sm">{join.hostsText}</p>
            <div className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <code className="font-semibold break-all">{hostsLine}</code>
              <Button onAction={() => copy(hostsLine)}>
                <Copy aria-hidden size={18} />
                {join.copyHosts}
              </Button>
            </div>
            <p className="text-sm wrap-anywhere text-muted">{join.hostsWhere}</p>
          </Disclosure>
        </div>
      )}
    </Card>
  );
}
