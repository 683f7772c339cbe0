import { nicknamePattern } from '@realmkeep/contract/player-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { type BanTerms, ReasonFields, untilOf } from './ReasonFields.tsx';
import { playersKeys } from './players-keys.ts';

interface Props {
  realmId: string;
  kind: 'WHITELIST' | 'OPERATOR' | 'BAN';
}

const noTerms: BanTerms = { reason: '', minutes: null };

/** Adds a player by nickname, or bans an address. */
export function AddRule({ realmId, kind }: Props) {
  const messages = useMessages('players');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const [subject, setSubject] = useState('');
  const [terms, setTerms] = useState(noTerms);
  const [problem, setProblem] = useState<string | null>(null);
  const reason = terms.reason.trim();
  const isReason = !reason.includes('§');

  const adding = useMutation({
    mutationFn: (typed: string) => {
      const isAddress = kind === 'BAN' && /[.:]/.test(typed);
      const body = { kind: isAddress ? 'ADDRESS_BAN' : kind, subject: typed, reason, until: untilOf(terms) } as const;
      return api.realmAccessRuleAdd({ params: { id: realmId }, body });
    },
    onMutate: () => clearToasts('players'),
    onSuccess: (rule) => {
      setSubject('');
      setTerms(noTerms);
      showToast('success', messages.done[rule.kind](rule.subject), 'players');
      void queries.invalidateQueries({ queryKey: playersKeys.all(realmId) });
    },
    onError: (error) => {
      setProblem(errorText(errors, error));
      showToast('error', errorText(errors, error), 'players');
    },
  });
  const submit = () => {
    const typed = subject.trim();
    const isSubject = nicknamePattern.test(typed) || (kind === 'BAN' && /^[\da-f.:]+$/i.test(typed));
    if (!isSubject) setProblem(messages.subjectProblem[kind]);
    else if (isReason && !adding.isPending && online) adding.mutate(typed);
  };

  return (
    <Card aria-labelledby="rule-add">
      <h2 id="rule-add" className="mb-4 text-lg">
        {messages.addTitle[kind]}
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
        <ProgressBar busy={adding.isPending} label={messages.addTitle[kind]} />
        <Button className="mt-3" variant="primary" type="submit" disabled={adding.isPending || !online}>
          {messages.add[kind]}
        </Button>
      </form>
    </Card>
  );
}
