import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'game-memory';

/** Whether a code in the game is good for the network too, and what somebody else in it could do then. */
export function GameMemory({ isOn }: { isOn: boolean }) {
  const { gameMemory: messages } = useMessages('referral');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const turn = useMutation({
    mutationFn: (on: boolean) => api.userGameMemoryUpdate({ body: { game_memory: on } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (_, on) => on || showToast('success', messages.turnedOff, toastGroup),
    onError: (error) => showToast('error', errorText(errors, error), toastGroup),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.me }),
  });

  return (
    <section aria-labelledby="game-memory" className="py-5">
      <h3 id="game-memory" className="text-base">
        {messages.title}
      </h3>
      <p className="text-muted">{isOn ? messages.on : messages.off}</p>
      {isOn && <p className="mt-2 text-muted">{messages.risk}</p>}
      <div className="mt-4">
        <Button disabled={turn.isPending || !online} onAction={() => turn.mutate(!isOn)}>
          {isOn ? messages.turnOff : messages.turnOn}
        </Button>
      </div>
    </section>
  );
}
