import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';

/** A link to where a higher tier is sold. */
export function PlansLink() {
  const { choose } = useMessages('subscription');
  return (
    <Link
      {...paths.shopCategory('PRIVILEGES')}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {choose}
    </Link>
  );
}
