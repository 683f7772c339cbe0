import { nicknamePattern } from '@realmkeep/contract/player-rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { cleared, useTyped } from '../../features/drafts/use-draft.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { noTerms, ReasonFields, untilOf } from './ReasonFields.tsx';
import { toastGroup, usePlayersChange } from './use-players-change.ts';

export type RuleKind = 'WHITELIST' | 'OPERATOR' | 'BAN';

interface Props {
  realmId: string;
  kind: RuleKind;
  draft: ReturnType<typeof useRuleDraft>;
}

const untyped = { subject: '', terms: noTerms };

/** What is typed in the form. */
export function useRuleDraft(realmId: string, kind: RuleKind) {
  return useTyped<typeof untyped>(`rule ${realmId} ${kind}`);
}

/** Adds a player by nickname, or bans an address. */
export function AddRule({ realmId, kind, draft: [typed, setTyped] }: Props) {
  const messages = useMessages('players');
  const errors = useMessages('errors');
  const { subject, terms } = typed ?? untyped;
  const [problem, setProblem] = useState<string | null>(null);
  const reason = terms.reason.trim();
  const isReason = !reason.includes('§');

  const adding = usePlayersChange(realmId, (player: string) => {
    const isAddress = kind === 'BAN' && /[.:]/.test(player);
    const body = { kind: isAddress ? 'ADDRESS_BAN' : kind, subject: player, reason, until: untilOf(terms) } as const;
    return api.realmAccessRuleAdd({ params: { id: realmId }, body });
  });
  const submit = () => {
    const player = subject.trim();
    const isSubject = nicknamePattern.test(player) || (kind === 'BAN' && /^[\da-f.:]+$/i.test(player));
    if (!isSubject) return setProblem(messages.subjectProblem[kind]);
    setProblem(null);
    adding.mutate(player, {
      onSuccess: (rule) => {
        setTyped(cleared(typed, null));
        showToast('success', messages.done[rule.kind](rule.subject), toastGroup);
      },
      onError: (error) => setProblem(errorText(errors, error)),
    });
  };

  return (
    <FormCard
      name="rule"
      title={messages.addTitle[kind]}
      button={messages.add[kind]}
      ready={isReason}
      busy={adding.isPending}
      onSend={submit}
    >
      <Field
        label={messages.subject[kind]}
        problem={problem}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={45}
        value={subject}
        onChange={({ target }) => {
          setTyped({ subject: target.value, terms });
          setProblem(null);
        }}
      />
      {kind === 'BAN' && (
        <ReasonFields
          terms={terms}
          problem={isReason ? null : messages.reasonProblem}
          onChange={(changed) => setTyped({ subject, terms: changed })}
        />
      )}
    </FormCard>
  );
}
