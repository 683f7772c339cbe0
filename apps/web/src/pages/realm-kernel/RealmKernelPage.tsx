import type { Realm } from '@realmkeep/contract';
import { isChangingKernel } from '@realmkeep/contract/kernel-rules';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { PlansLink } from '../../features/shop/PlansLink.tsx';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { kernelQuery } from '../../api/queries.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChangeCard, kernelsFor } from './ChangeCard.tsx';
import { ChangeNote } from './ChangeNote.tsx';
import { OwnJarNote } from './OwnJarNote.tsx';
import { useKernelName } from './use-kernel-name.ts';
import { UpdateCard } from './UpdateCard.tsx';
import { WayBackCard } from './WayBackCard.tsx';

/** What runs the realm: chosen, changed and undone. */
export default realmPage('kernel', Kernel);

function Kernel({ realm }: { realm: Realm }) {
  const messages = useMessages('kernel');
  const { tiers: tierNames } = useMessages('realm');
  const query = useQuery(kernelQuery(realm.id));
  const name = useKernelName();
  const isOwner = realm.ownerId === useProfile()?.id;
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-80" />}>
      {(data) => {
        const idle = data.change === null || !isChangingKernel(data.change.state);
        const stopped = !data.kernels.includes(data.kernel);
        const onlySandbox = data.kernels.every((kernel) => kernel === 'sandbox');
        return (
          <div className="flex flex-col gap-5">
            {data.change && <ChangeNote change={data.change} />}
            <Card aria-labelledby="kernel-present">
              <p className="text-sm font-semibold text-muted">{messages.present}</p>
              <h2 id="kernel-present" className="text-lg">
                {name(data)}
              </h2>
              <p className="text-muted">{messages.version(data.version)}</p>
              <p className="mt-2 max-w-prose">{messages.about[data.kernel]}</p>
              {data.jar !== null && <OwnJarNote realmId={realm.id} jar={data.jar} />}
              {data.kernel !== 'sandbox' && !data.internet && <p className="mt-2 max-w-prose">{messages.noInternet}</p>}
            </Card>
            {!data.programs && (
              <Callout tone="warn" title={messages.off.title}>
                <p>{messages.off.text}</p>
              </Callout>
            )}
            {!isOwner && <p className="text-muted">{messages.ownerOnly}</p>}
            {(stopped || onlySandbox) && (
              <Card aria-labelledby="kernel-locked">
                <h2 id="kernel-locked" className="mb-2 text-lg">
                  {stopped ? messages.locked.stoppedTitle : messages.locked.title}
                </h2>
                <p className="max-w-prose">
                  {stopped
                    ? messages.locked.stopped
                    : data.javaFrom
                      ? messages.locked.text(tierNames[data.javaFrom])
                      : messages.locked.none}
                </p>
                {isOwner && data.javaFrom && <PlansLink />}
              </Card>
            )}
            {idle && data.build !== null && data.kernel !== 'own' && (
              <UpdateCard realm={realm} data={data} mayUpdate={isOwner && data.programs && !stopped} />
            )}
            {isOwner && idle && data.hasWorld && kernelsFor(data).length > 0 && (
              <ChangeCard realm={realm} data={data} />
            )}
            {isOwner && !onlySandbox && !data.hasWorld && <p>{messages.notYet}</p>}
            {isOwner && idle && data.waysBack.length > 0 && (
              <WayBackCard realm={realm} ways={data.waysBack} kernels={data.kernels} />
            )}
          </div>
        );
      }}
    </QueryBoundary>
  );
}
