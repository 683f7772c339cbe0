import { ApiError } from '@realmkeep/contract/client';
import { allowedPowers, type Power, type RealmPhase, type RealmStatus } from '@realmkeep/contract/realm-phases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PowerOff, Power as PowerIcon, RotateCw } from 'lucide-react';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { applyPower } from '../../api/live-cache.ts';
import { Button } from '../../ui/Button.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { useOnline } from '../../shared/use-online.ts';

interface Props {
  realmId: string;
  status: RealmStatus;
  phase: RealmPhase;
}

const icons: Record<Power, typeof PowerIcon> = { ON: PowerIcon, OFF: PowerOff, RESTART: RotateCw };

/** What may be asked of the realm now, each with a button. */
export function PowerButtons({ realmId, status, phase }: Props) {
  const errors = useMessages('errors');
  const realmText = useMessages('realm');
  const online = useOnline();
  const toastGroup = `power ${realmId}`;
  const queries = useQueryClient();
  const { power: messages } = realmText;
  const messagesOf = (power: Power) => (power === 'ON' && phase === 'SLEEPING' ? messages.WAKE : messages[power]);
  const change = useMutation({
    mutationFn: async (power: Power) => {
      const asked = performance.now();
      applyPower(queries, await api.realmPowerSet({ params: { realmId }, body: { power } }), asked);
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (_, power) => {
      showToast('success', messagesOf(power).done, toastGroup);
    },
    onError: (error) => {
      const hasReason = error instanceof ApiError && (error.type === 'network' || error.type === 'client');
      showToast('error', hasReason ? errorText(errors, error) : messages.failed, toastGroup);
    },
  });

  return allowedPowers({ status, phase }).map((power) => {
    const Icon = icons[power];
    return (
      <Button
        key={power}
        variant={power === 'ON' ? 'primary' : 'plain'}
        disabled={change.isPending || !online}
        onAction={() => change.mutate(power)}
      >
        <Icon aria-hidden size={18} />
        {messagesOf(power).ask}
      </Button>
    );
  });
}
