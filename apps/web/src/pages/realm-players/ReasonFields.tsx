import { accessLimits } from '@realmkeep/contract/player-rules';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RadioBar } from '../../ui/form/RadioBar.tsx';

export interface BanTerms {
  reason: string;
  /** How long it lasts; null: until it is ended. */
  minutes: number | null;
}

export const noTerms: BanTerms = { reason: '', minutes: null };

const hour = 60;
const day = 24 * hour;
const lengths = [null, hour, day, 7 * day, 30 * day];

export function untilOf({ minutes }: BanTerms): string | null {
  return minutes === null ? null : new Date(Date.now() + minutes * 60_000).toISOString();
}

interface Props {
  terms: BanTerms;
  problem: string | null;
  onChange: (terms: BanTerms) => void;
}

/** Why, and for how long. */
export function ReasonFields({ terms, problem, onChange }: Props) {
  const messages = useMessages('players');
  return (
    <>
      <Field
        label={messages.reason}
        hint={messages.reasonHint}
        problem={problem}
        maxLength={accessLimits.reason}
        value={terms.reason}
        onChange={({ target }) => onChange({ ...terms, reason: target.value })}
      />
      <RadioBar
        label={messages.length}
        options={lengths.map((minutes, n) => ({ name: String(minutes), label: messages.lengths[n] }))}
        selected={String(terms.minutes)}
        onSelect={(name) => onChange({ ...terms, minutes: name === 'null' ? null : Number(name) })}
      />
    </>
  );
}
