import { Link } from '@tanstack/react-router';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { paths } from '../paths.ts';
import { useSite } from '../session/site.ts';
import { footerLinks } from './footer-links.ts';

export function Footer() {
  const { text, language } = useI18n();
  const site = useSite();
  const { footer } = text.shell;
  const linkClass = 'inline-flex min-h-9 items-center underline-offset-4 hover:underline';

  return (
    <footer className="border-t-2 border-line bg-sunk text-sm">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 sm:px-6">
        <nav aria-label={footer.label}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 font-medium">
            {site &&
              footerLinks(site.links, language).map(({ name, href }) => (
                <li key={name}>
                  <a href={href} target="_blank" rel="noopener" className={linkClass}>
                    {name === 'community' ? footer.community : name}
                    <span className="sr-only">{footer.newTab}</span>
                  </a>
                </li>
              ))}
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
        <p className="text-muted">
          {footer.copyright}
          <br />
          {footer.disclaimer}
        </p>
      </div>
    </footer>
  );
}
