import { tierLimits } from '@realmkeep/contract/tiers';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { realmQuery } from '../../api/queries.ts';
import { queries } from '../../api/query-client.ts';
import { useSite } from '../../api/site.ts';
import { realmSections } from './realm-sections.ts';

const itemClass =
  'flex min-h-11 items-center gap-3 rounded-block px-3 font-medium hover:bg-sunk aria-[current=page]:bg-lantern aria-[current=page]:text-lantern-ink aria-[current=page]:font-semibold';

/** The sections of a realm: at the side of its pages, or in the slide-in menu. */
export function RealmMenu({ place, onChoose }: { place: 'side' | 'menu'; onChoose?: () => void }) {
  const realmText = useMessages('realm');
  const { id } = useSearch({ strict: false });
  const site = useSite();
  // The slide-in menu is not part of a page.
  const { data: realm } = useQuery({ ...realmQuery(id ?? ''), enabled: id !== undefined }, queries);
  const accessLocked = realm !== undefined && tierLimits[realm.ownerTier].coOwners === 'none';

  return realmSections(realmText, id, site?.links.support ?? null, accessLocked).map(({ title, menuTitle, items }) => (
    <div key={title} className="mb-5">
      <h2 className="mb-1.5 px-3 text-xs tracking-wide text-muted">{place === 'menu' ? menuTitle : title}</h2>
      <ul className="flex flex-col gap-1">
        {items.map(({ label, Icon, link, href, locked }) => (
          <li key={label}>
            {link && (
              <Link {...link} onClick={onChoose} className={itemClass}>
                <Icon aria-hidden size={18} />
                {label}
                {locked && (
                  <span className="ml-auto rounded-block bg-sunk p-1.5 text-muted">
                    <Lock aria-hidden size={14} />
                    <span className="sr-only">{realmText.sidebar.locked}</span>
                  </span>
                )}
              </Link>
            )}
            {href !== undefined && (
              <NewTabLink href={href} onClick={onChoose} className={itemClass}>
                <Icon aria-hidden size={18} />
                {label}
              </NewTabLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}
