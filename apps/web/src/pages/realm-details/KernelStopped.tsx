import type { Realm } from '@realmkeep/contract';
import { tierLimits } from '@realmkeep/contract/tiers';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';

/** Why a realm that runs on a server in Java does not run: its owner's tier has none, or the machine. */
export function KernelStopped({ realm }: { realm: Realm }) {
  const { kernelStopped: messages } = useMessages('realm').details;
  const { kernel, runsHere } = realm.kernel;
  const hasTier = kernel === 'sandbox' || tierLimits[realm.ownerTier].javaKernels;
  if (hasTier && runsHere) return null;
  const { title, text } = hasTier ? messages.machine : messages.tier;
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
