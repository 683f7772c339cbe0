import { Link } from '@tanstack/react-router';
import { Logo } from './Logo.tsx';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import { paths } from '../shared/paths.ts';
import { NewTabLink } from '../shared/NewTabLink.tsx';
import { useSite } from '../api/site.ts';
import { footerLinks } from './footer-links.ts';

export function Footer() {
  const { language } = useI18n();
  const { footer } = useMessages('shell');
  const site = useSite();
  const linkClass = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

  return (
    <footer className="text-sm">
      <div aria-hidden className="horizon" />
      <div className="bg-sunk">
        <div className="mx-auto flex max-w-6xl flex-col gap-x-12 gap-y-6 px-4 pt-6 pb-10 sm:px-6 md:flex-row md:justify-between">
          <div className="flex max-w-md flex-col gap-3">
            <p className="flex items-center gap-2.5 font-display text-base font-semibold tracking-tight">
              <Logo />
              Realmkeep
            </p>
            <p className="text-muted">
              {footer.copyright}
              <br />
              {footer.disclaimer}
            </p>
            {/* They come late, and must not move what stands below. */}
            <ul className="flex min-h-11 flex-wrap gap-x-6 gap-y-1 font-medium">
              {site &&
                footerLinks(site.links, language).map(({ name, href }) => (
                  <li key={name}>
                    <NewTabLink href={href} className={linkClass}>
                      {name === 'community' ? footer.community : name}
                    </NewTabLink>
                  </li>
                ))}
            </ul>
          </div>
          <nav aria-label={footer.label}>
            <ul className="flex flex-wrap gap-x-6 gap-y-1 font-medium md:justify-end">
              <li>
                <Link {...paths.terms} className={linkClass}>
                  {footer.terms}
                </Link>
              </li>
              <li>
                <Link {...paths.privacy} className={linkClass}>
                  {footer.privacy}
                </Link>
              </li>
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  );
}
