import type { PaymentResult } from '@realmkeep/contract';
import type { ReactNode } from 'react';
import { useProfile } from '../../features/account/use-profile.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/Card.tsx';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import type { Block } from '../../ui/voxels/visible-faces.ts';

interface Props {
  scene: () => Block[];
  title: string;
  text: string;
  /** null when it is not known which payment it is about. */
  result: PaymentResult | null;
  /** What can be done next. */
  children: ReactNode;
}

/** What became of a payment: who gets how many coins, and what the buyer has now. */
export function ResultView({ scene, title, text, result, children }: Props) {
  return (
    <Card className="mx-auto flex max-w-xl flex-col items-center gap-4 overflow-hidden text-center">
      <div className="-m-5 mb-1 grid h-48 w-[calc(100%+2.5rem)] place-items-center border-b-2 border-line bg-linear-to-b from-sky-top to-sky-low">
        <Voxels scene={scene} className="h-36 w-auto max-w-[80%]" />
      </div>
      <div role="status">
        <h1 className="mb-1 text-2xl">{title}</h1>
        <p className="text-pretty text-muted">{text}</p>
      </div>
      {result && <Facts result={result} />}
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </Card>
  );
}

function Facts({ result }: { result: PaymentResult }) {
  const { format } = useI18n();
  const { result: messages } = useMessages('shop');
  const { coins } = useMessages('subscription');
  const nickname = useProfile()?.nickname;
  const { recipient, amount, currency, balance } = result;
  const facts = [
    { label: messages.coins, value: coins(result.coins) },
    { label: messages.forWhom, value: recipient === nickname ? messages.self(recipient) : recipient },
    { label: messages.paidSum, value: format.money(amount, currency) },
    { label: messages.balance, value: coins(balance) },
  ];
  return (
    <dl className="grid w-full grid-cols-1 gap-x-6 gap-y-3 rounded-chip bg-sunk p-4 text-left xs:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
