import { ApiError } from '@realmkeep/contract/client';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import type { RealmText } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { LinkFirst } from './LinkFirst.tsx';

interface Props {
  fault: unknown;
  onBack: () => void;
}

/** Why the realm was not made. */
export function CreationError({ fault, onBack }: Props) {
  const errors = usePageText('errors');
  const realmText = usePageText('realm');
  if (fault instanceof ApiError && fault.code === 'chat_link_required') return <LinkFirst />;
  const { title, advice } = explain(realmText.create, fault);
  return (
    <div role="alert" className="flex flex-col items-start gap-6">
      <Callout tone="warn" title={title}>
        <p>{errorText(errors, fault)}</p>
        {advice && <p className="mt-1 text-muted">{advice}</p>}
      </Callout>
      <Button variant="primary" onAction={onBack}>
        {realmText.create.toSettings}
      </Button>
    </div>
  );
}

function explain({ errorTitles, errorTexts }: RealmText['create'], fault: unknown) {
  const status = fault instanceof ApiError ? fault.status : 0;
  const known = ([400, 405, 409, 503] as const).find((one) => one === status);
  return known ? { title: errorTitles[known], advice: errorTexts[known] } : { title: errorTitles.other, advice: null };
}
