import { ApiError } from '@realmkeep/contract/client';
import { allowedPowers, type Power, type RealmPhase, type RealmStatus } from '@realmkeep/contract/realm-phases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PowerOff, Power as PowerIcon } from 'lucide-react';
import { api } from '../api.ts';
import { usePageText } from '../i18n/use-page-text.ts';
import { applyPower } from '../session/live-cache.ts';
import { Button } from '../ui/Button.tsx';
import { clearToasts, showToast } from '../ui/toasts.ts';
import { useOnline } from './use-online.ts';

interface Props {
  realmId: string;
  status: RealmStatus;
  phase: RealmPhase;
}

/** What may be done to the realm now: turn it on, off, or (when it sleeps or keeps crashing) either. */
export function PowerButtons({ realmId, status, phase }: Props) {
  const errors = usePageText('errors');
  const realmText = usePageText('realm');
  const online = useOnline();
  const toastGroup = `power ${realmId}`;
  const queries = useQueryClient();
  const words = realmText.power;
  const onWords =
    phase === 'SLEEPING' ? { ask: words.wake, done: words.woken } : { ask: words.on, done: words.turnedOn };
  const change = useMutation({
    mutationFn: async (power: Power) => {
      const asked = performance.now();
      applyPower(queries, await api.realmPowerSet({ params: { realmId }, body: { power } }), asked);
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (_, power) => {
      showToast('success', power === 'ON' ? onWords.done : words.turnedOff, toastGroup);
    },
    onError: (fault) => {
      const lost = fault instanceof ApiError && fault.type === 'network';
      showToast('error', lost ? errors.transport.network : words.failed, toastGroup);
    },
  });

  return allowedPowers({ status, phase }).map((power) => (
    <Button
      key={power}
      variant={power === 'ON' ? 'primary' : 'plain'}
      disabled={change.isPending || !online}
      onAction={() => change.mutate(power)}
    >
      {power === 'ON' ? <PowerIcon aria-hidden size={18} /> : <PowerOff aria-hidden size={18} />}
      {power === 'ON' ? onWords.ask : words.off}
    </Button>
  ));
}
