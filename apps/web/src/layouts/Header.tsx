import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import { LanguageMenu } from '../features/language/LanguageMenu.tsx';
import { Logo } from './Logo.tsx';
import { ThemeMenu } from '../features/theme/ThemeMenu.tsx';
import { useModule } from '../shared/use-module.ts';
import { paths } from '../shared/paths.ts';
import { NavLinks } from './NavLinks.tsx';

const loadMenu = () => import('./SlideInMenu.tsx');

export function Header() {
  const shell = useMessages('shell');
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const menu = useModule(menuOpen, loadMenu, closeMenu);

  return (
    <header className="sticky top-0 z-[6] border-b-2 border-line bg-ground/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:px-6">
        <Link
          {...paths.home}
          className="mr-auto flex min-h-11 items-center gap-2.5 rounded-block font-display text-lg font-semibold tracking-tight max-xs:text-base"
        >
          <Logo />
          Realmkeep
        </Link>
        <nav aria-label={shell.nav.label} className="mr-2 flex items-center gap-1 max-nav:hidden">
          <NavLinks />
        </nav>
        <LanguageMenu />
        <ThemeMenu />
        <button
          type="button"
          aria-label={shell.nav.menu}
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(!menuOpen)}
          className="-mr-2 grid size-11 place-items-center rounded-block hover:bg-sunk nav:hidden"
        >
          <MenuIcon aria-hidden size={22} />
        </button>
      </div>
      {menuOpen && menu && <menu.SlideInMenu onClose={closeMenu} />}
    </header>
  );
}
