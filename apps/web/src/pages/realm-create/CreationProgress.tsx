import type { Realm } from '@realmkeep/contract';
import type { RealmPhase } from '@realmkeep/contract/realm-phases';
import { useNavigate } from '@tanstack/react-router';
import { Check, LoaderCircle } from 'lucide-react';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { RealmAddress } from '../../features/realm/RealmAddress.tsx';
import { RecordsNotice } from '../../features/realm/RecordsNotice.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { gateScene } from '../../ui/voxels/scenes/gate.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';

const stages = ['created', 'queued', 'world', 'starting', 'ready'] as const;

/** How many of the stages are behind in each phase. A realm is heard of once its world has been prepared. */
const stagesDone: Record<RealmPhase, number> = {
  OFF: 1,
  QUEUED: 1,
  STARTING: 3,
  READY: 5,
  SLEEPING: 5,
  STOPPING: 1,
  FAILED: 1,
  BLOCKED: 1,
};

const outcomes: Record<RealmPhase, 'created' | 'starting' | 'ready' | 'failed'> = {
  OFF: 'created',
  QUEUED: 'starting',
  STARTING: 'starting',
  READY: 'ready',
  SLEEPING: 'ready',
  STOPPING: 'created',
  FAILED: 'failed',
  BLOCKED: 'failed',
};

/** The realm is made: how far it is until players can join. */
export function CreationProgress({ realm }: { realm: Realm }) {
  const { create } = useMessages('realm');
  const navigate = useNavigate();
  const { phase } = realm.live;
  const outcome = outcomes[phase];
  const done = stagesDone[phase];

  return (
    <Card className="flex flex-col items-center gap-5 text-center">
      <Voxels scene={gateScene} className={`h-40 w-auto ${outcome === 'starting' ? 'animate-bob' : ''}`} />
      <div role="status">
        <StepHeading>{create[`${outcome}Title`]}</StepHeading>
        <p className="text-muted">{create[`${outcome}Text`]}</p>
      </div>
      <ol aria-label={create.progress} className="flex flex-wrap justify-center gap-x-5 gap-y-2">
        {stages.map((stage, index) => (
          <li
            key={stage}
            aria-current={outcome === 'starting' && index === done ? 'step' : undefined}
            className={`flex items-center gap-1.5 font-semibold ${index < done ? 'text-moss' : 'text-muted'}`}
          >
            {index < done && <Check aria-hidden size={18} strokeWidth={3} />}
            {index === done && outcome === 'starting' && (
              <LoaderCircle aria-hidden size={18} className="animate-spin" />
            )}
            {create.stages[stage]}
          </li>
        ))}
      </ol>
      <RealmAddress domain={realm.domain} centred />
      <RecordsNotice domain={realm.domain} />
      <div className="flex flex-wrap justify-center gap-3">
        {outcome === 'created' && <PowerButtons realmId={realm.id} status={realm.status} phase={phase} />}
        <Button
          variant={outcome === 'ready' ? 'primary' : 'plain'}
          onAction={() => void navigate(paths.realmDetails(realm.id))}
        >
          {create.manage}
        </Button>
      </div>
    </Card>
  );
}
