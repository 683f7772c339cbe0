import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n/use-messages.ts';
import { paths } from '../shared/paths.ts';
import { openAuthDialog } from '../session/auth-dialog.ts';
import { useSession } from '../session/use-session.ts';
import { useLogout } from '../features/account/use-logout.ts';

const itemClass =
  'flex min-h-11 items-center rounded-block px-3.5 font-medium hover:bg-sunk aria-[current=page]:font-semibold ' +
  'aria-[current=page]:underline aria-[current=page]:decoration-chosen aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8';

/** The links of the header and of the slide-in menu. */
export function NavLinks({ onChoose }: { onChoose?: () => void }) {
  const { nav } = useMessages('shell');
  const { isLoggedIn } = useSession();
  const logout = useLogout();
  return (
    <>
      <Link
        {...paths.home}
        activeOptions={{ exact: true, includeSearch: false }}
        onClick={onChoose}
        className={itemClass}
      >
        {nav.home}
      </Link>
      <Link {...paths.shop} onClick={onChoose} className={itemClass}>
        {nav.shop}
      </Link>
      {isLoggedIn ? (
        <Link {...paths.account} onClick={onChoose} className={itemClass}>
          {nav.account}
        </Link>
      ) : (
        <button
          type="button"
          className={itemClass}
          onClick={() => {
            onChoose?.();
            openAuthDialog('login');
          }}
        >
          {nav.account}
        </button>
      )}
      {isLoggedIn && (
        <button
          type="button"
          className={itemClass}
          onClick={() => {
            onChoose?.();
            logout();
          }}
        >
          {nav.logout}
        </button>
      )}
    </>
  );
}
