import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';

export function ToShop({ primary }: { primary?: boolean }) {
  const { result: messages } = useMessages('shop');
  return (
    <Link {...paths.shop} className={buttonClass(primary ? 'primary' : 'plain')}>
      {messages.toShop}
    </Link>
  );
}

export function ToPlans() {
  const { result: messages } = useMessages('shop');
  return (
    <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
      {messages.toPlans}
    </Link>
  );
}

export function ToStatement() {
  const { result: messages } = useMessages('shop');
  return (
    <Link {...paths.coins} className={buttonClass('plain')}>
      {messages.toStatement}
    </Link>
  );
}
