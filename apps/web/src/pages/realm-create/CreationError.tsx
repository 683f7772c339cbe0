import { ApiError } from '@realmkeep/contract/client';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { creationProblem } from './creation-problem.ts';
import { LinkFirst } from './LinkFirst.tsx';

interface Props {
  error: unknown;
  onBack: (step: 'map' | 'settings') => void;
}

/** Why the realm was not made, and what can be done about it. */
export function CreationError({ error, onBack }: Props) {
  const errors = useMessages('errors');
  const { create } = useMessages('realm');
  const { choose } = useMessages('subscription');
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'chat_link_required') return <LinkFirst />;
  const { title, advice } = creationProblem(create, error);
  const step =
    code === 'realm_map_unknown' || code === 'realm_map_java' || code === 'realm_create_forbidden' ? 'map' : 'settings';
  return (
    <div role="alert" className="flex flex-col items-start gap-6">
      <Callout tone="warn" title={title}>
        <p>{errorText(errors, error)}</p>
        {advice && <p className="mt-1 text-muted">{advice}</p>}
      </Callout>
      <div className="flex flex-wrap gap-3">
        {(code === 'realm_limit_reached' || code === 'realm_create_forbidden') && (
          <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('primary')}>
            {choose}
          </Link>
        )}
        <Button onAction={() => onBack(step)}>{step === 'map' ? create.toMap : create.toSettings}</Button>
      </div>
    </div>
  );
}
