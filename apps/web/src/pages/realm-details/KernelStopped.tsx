import type { Realm } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';

/** Why a realm does not run what it is made for: its owner's plan does not include that, or the machine does not run it. */
export function KernelStopped({ realm }: { realm: Realm }) {
  const { kernelStopped: messages } = useMessages('realm').details;
  const { inPlan, runsHere } = realm.kernel;
  if (inPlan && runsHere) return null;
  const { title, text } = inPlan ? messages.machine : messages.tier;
  return (
    <Callout tone="warn" title={title}>
      <p className="text-sm text-pretty">{text}</p>
      <Link
        {...paths.realmKernel(realm.id)}
        className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
      >
        {messages.link}
      </Link>
    </Callout>
  );
}
