import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BookOpen,
  Coins,
  ExternalLink,
  KeyRound,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  Server,
  ShieldUser,
  UserRound,
  Users,
} from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { meQuery } from '../../api/queries.ts';
import { useSite } from '../../api/site.ts';
import { PasswordChange } from './PasswordChange.tsx';
import { useLogout } from './use-logout.ts';

interface Entry {
  label: string;
  Icon: LucideIcon;
  /** A second, smaller line. */
  note?: string | undefined;
  /** A page of ours, an address elsewhere, or something to do. */
  link?: { to: string; hash?: string };
  href?: string;
  action?: () => void;
}

const looks = {
  side: {
    nav: 'sticky top-24 w-52 shrink-0 max-nav:hidden',
    list: 'flex flex-col gap-1',
    item: 'flex min-h-11 w-full items-center gap-3 rounded-block px-3 py-1.5 text-left leading-tight font-medium hover:bg-sunk aria-[current=page]:bg-lantern aria-[current=page]:font-semibold aria-[current=page]:text-lantern-ink',
    note: 'truncate text-xs font-normal opacity-75',
  },
  tiles: {
    nav: 'nav:hidden',
    list: 'grid grid-cols-1 gap-3 xs:grid-cols-2 sm:grid-cols-3',
    item: 'flex min-h-14 w-full items-center gap-3 rounded-block border-2 border-line bg-surface px-4 py-2 text-left leading-tight font-semibold shadow-block active:translate-y-0.75 active:shadow-none',
    note: 'wrap-anywhere text-sm font-normal text-muted',
  },
};

/** The ways from the account: at the side of its pages, or on a narrow screen as tiles on the first of them. */
export function AccountMenu({ place }: { place: keyof typeof looks }) {
  const { menu } = useMessages('account');
  const site = useSite();
  const me = useQuery(meQuery).data;
  const linked = me?.chat_account;
  const operator = me?.role === 'ADMIN';
  const logout = useLogout();
  const [changing, setChanging] = useState(false);
  const close = useCallback(() => setChanging(false), []);
  const look = looks[place];
  // The line is empty until it is known, so that nothing moves.
  const note = linked === undefined ? '\u00A0' : linked === null ? menu.notLinked : menu.linkedAs(linked.username);

  const entries: Entry[] = [
    ...(place === 'side' ? [{ label: menu.profile, Icon: UserRound, link: paths.account }] : []),
    { label: menu.servers, Icon: Server, link: paths.servers },
    { label: menu.coins, Icon: Coins, link: paths.coins },
    // Whoever was invited earns something by linking a chat account.
    ...(site?.chat === null
      ? []
      : [
          { label: menu.chat, Icon: MessageCircle, note, link: paths.verification },
          { label: menu.referrals, Icon: Users, link: paths.referrals },
        ]),
    { label: menu.password, Icon: KeyRound, action: () => setChanging(true) },
    { label: menu.sessions, Icon: MonitorSmartphone, link: paths.sessions },
    { label: menu.logout, Icon: LogOut, action: logout },
    // Optional and late entries are last, so that they move nothing.
    ...(site?.links.support ? [{ label: menu.support, Icon: LifeBuoy, href: site.links.support }] : []),
    ...(site?.links.wiki ? [{ label: menu.wiki, Icon: BookOpen, href: site.links.wiki }] : []),
    ...(operator ? [{ label: menu.admin, Icon: ShieldUser, link: paths.admin }] : []),
  ];

  return (
    <>
      <nav aria-label={menu.label} className={look.nav}>
        <ul className={look.list}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Way entry={entry} className={look.item}>
                <entry.Icon aria-hidden size={18} className="shrink-0" />
                <span className="min-w-0 flex-1">
                  {entry.label}
                  {entry.note && <span className={`block ${look.note}`}>{entry.note}</span>}
                </span>
              </Way>
            </li>
          ))}
        </ul>
      </nav>
      <PasswordChange wanted={changing} onClose={close} />
    </>
  );
}

interface WayProps {
  entry: Entry;
  className: string;
  children: ReactNode;
}

function Way({ entry: { link, href, action }, className, children }: WayProps) {
  if (link) {
    return (
      <Link
        {...link}
        activeOptions={{ exact: true, includeHash: true }}
        // As the browser does it for a link within a page.
        onClick={() => link.hash && document.getElementById(link.hash)?.focus({ preventScroll: true })}
        className={className}
      >
        {children}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <NewTabLink href={href} className={className}>
        {children}
        <ExternalLink aria-hidden size={16} className="shrink-0 opacity-60" />
      </NewTabLink>
    );
  }
  return (
    <button type="button" onClick={action} className={className}>
      {children}
    </button>
  );
}
