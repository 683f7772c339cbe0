import type { AccessKind, SeenPlayer } from '@realmkeep/contract';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { noTerms, ReasonFields, untilOf, type BanTerms } from './ReasonFields.tsx';
import { toastGroup, usePlayersChange } from './use-players-change.ts';

/** `name` is what they play under now; null: they are not on. */
export type Player = Pick<SeenPlayer, 'nickname' | 'name'> & Partial<SeenPlayer>;

interface Props {
  realmId: string;
  player: Player;
  onClose: () => void;
}

const draftName = (realmId: string) => `player ${realmId}`;

/** About whom something was typed when the session ended, and what. */
export function playerDraft(realmId: string): { player: Player; terms: BanTerms } | undefined {
  return draftOf(draftName(realmId)) as ReturnType<typeof playerDraft>;
}

/** What can be done about one player. */
export function PlayerDialog({ realmId, player, onClose }: Props) {
  const messages = useMessages('players');
  const online = useOnline();
  const [terms, setTerms] = useState(() => playerDraft(realmId)?.terms ?? noTerms);
  const params = { id: realmId };
  const reason = terms.reason.trim();
  const isReason = !reason.includes('§');

  const acting = usePlayersChange(realmId, async (deed: 'KICK' | AccessKind) => {
    if (deed === 'KICK') await api.realmKick({ params, body: { name: player.name ?? '', reason } });
    else {
      // The api knows online players by the name they play under.
      const subject = deed === 'ADDRESS_BAN' ? (player.name ?? '') : player.nickname;
      await api.realmAccessRuleAdd({ params, body: { kind: deed, subject, reason, until: untilOf(terms) } });
    }
  });
  useDraft(draftName(realmId), terms.reason === '' && terms.minutes === null ? null : { player, terms });
  const act = (deed: 'KICK' | AccessKind) =>
    acting.mutate(deed, {
      onSuccess: () => {
        showToast('success', messages.done[deed](player.nickname), toastGroup);
        onClose();
      },
    });
  const isBusy = acting.isPending || !online;
  const button = (deed: 'KICK' | AccessKind, variant: 'plain' | 'danger' = 'plain') => (
    <Button variant={variant} disabled={isBusy || !isReason} onAction={() => act(deed)}>
      {messages.deeds[deed]}
    </Button>
  );

  return (
    <AppDialog title={player.nickname} onClose={onClose}>
      <ReasonFields terms={terms} problem={isReason ? null : messages.reasonProblem} onChange={setTerms} />
      <ProgressBar busy={acting.isPending} label={player.nickname} />
      <div className="mt-3 flex flex-wrap gap-3">
        {player.name !== null && button('KICK')}
        {!player.banned && button('BAN', 'danger')}
        {player.name !== null && button('ADDRESS_BAN', 'danger')}
      </div>
      <p className="mt-2 text-sm text-muted">{messages.addressHint}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {!player.listed && button('WHITELIST')}
        {!player.operator && button('OPERATOR')}
      </div>
    </AppDialog>
  );
}
