import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { usePageText } from '../../i18n/use-page-text.ts';
import { keys } from '../../session/query-keys.ts';
import { sandboxHere } from '../../session/sandbox-here.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';

export function GoStep({ onBack }: { onBack: () => void }) {
  const { go } = usePageText('verification');
  const errors = usePageText('errors');
  const queries = useQueryClient();
  const leaving = useMutation({
    mutationFn: () => api.chatLink(),
    onSuccess: ({ url }) => location.assign(sandboxHere(url)),
    onError: (fault) => {
      // Linked in another tab: the page says so.
      const linked = fault instanceof ApiError && fault.code === 'chat_already_linked';
      if (linked) void queries.invalidateQueries({ queryKey: keys.me });
    },
  });

  return (
    <Card>
      <StepHeading>{go.title}</StepHeading>
      <p className="mb-5 text-muted">{go.lead}</p>
      <ol className="flex flex-col gap-3">
        {go.instructions.map((instruction, index) => (
          <li key={instruction} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-[6px] bg-sunk font-display text-sm font-semibold"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{instruction}</span>
          </li>
        ))}
      </ol>
      {leaving.error && (
        <div role="alert" className="mt-5">
          <Callout tone="warn" title={go.failed}>
            <p>{errorText(errors, leaving.error)}</p>
          </Callout>
        </div>
      )}
      <div className="mt-5">
        <ProgressBar busy={leaving.isPending} label={go.busy} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="primary" disabled={leaving.isPending} onAction={() => leaving.mutate()}>
          {go.button}
        </Button>
        <Button onAction={onBack}>{go.back}</Button>
      </div>
    </Card>
  );
}
