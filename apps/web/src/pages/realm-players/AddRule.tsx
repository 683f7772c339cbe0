import { nicknamePattern } from '@realmkeep/contract/player-rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { type BanTerms, ReasonFields, untilOf } from './ReasonFields.tsx';
import { toastGroup, usePlayersChange } from './use-players-change.ts';

interface Props {
  realmId: string;
  kind: 'WHITELIST' | 'OPERATOR' | 'BAN';
}

const noTerms: BanTerms = { reason: '', minutes: null };

/** Adds a player by nickname, or bans an address. */
export function AddRule({ realmId, kind }: Props) {
  const messages = useMessages('players');
  const errors = useMessages('errors');
  const [subject, setSubject] = useState('');
  const [terms, setTerms] = useState(noTerms);
  const [problem, setProblem] = useState<string | null>(null);
  const reason = terms.reason.trim();
  const isReason = !reason.includes('§');

  const adding = usePlayersChange(realmId, (typed: string) => {
    const isAddress = kind === 'BAN' && /[.:]/.test(typed);
    const body = { kind: isAddress ? 'ADDRESS_BAN' : kind, subject: typed, reason, until: untilOf(terms) } as const;
    return api.realmAccessRuleAdd({ params: { id: realmId }, body });
  });
  const submit = () => {
    const typed = subject.trim();
    const isSubject = nicknamePattern.test(typed) || (kind === 'BAN' && /^[\da-f.:]+$/i.test(typed));
    if (!isSubject) return setProblem(messages.subjectProblem[kind]);
    setProblem(null);
    adding.mutate(typed, {
      onSuccess: (rule) => {
        setSubject('');
        setTerms(noTerms);
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
          setSubject(target.value);
          setProblem(null);
        }}
      />
      {kind === 'BAN' && (
        <ReasonFields terms={terms} problem={isReason ? null : messages.reasonProblem} onChange={setTerms} />
      )}
    </FormCard>
  );
}
