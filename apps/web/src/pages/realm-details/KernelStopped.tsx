import type { Realm } from '@realmkeep/contract';
import { tierLimits } from '@realmkeep/contract/tiers';
import { Link } from '@tanstack/react-router';
import { usePageText } from '../../i18n/use-page-text.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/Callout.tsx';

/** Why a realm is off that runs on a server in Java, where its owner's tier has none. */
export function KernelStopped({ realm }: { realm: Realm }) {
  const { kernelStopped: words } = usePageText('realm').details;
  if (realm.kernel.kernel === 'sandbox' || tierLimits[realm.ownerTier].javaKernels) return null;
  return (
    <Callout tone="warn" title={words.title}>
      <p className="text-sm text-pretty">{words.text}</p>
      <Link
        {...paths.realmKernel(realm.id)}
        className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
      >
        {words.link}
      </Link>
    </Callout>
  );
}
