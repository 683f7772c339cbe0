import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { forgetCreation, wasCreating } from '../../features/auth/after-linking.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { gateScene } from '../../ui/voxels/scenes/gate.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';

export function JoinStep({ invite }: { invite: string }) {
  const { join } = useMessages('verification');
  const [creating] = useState(wasCreating);
  useEffect(forgetCreation, []);

  const create = (
    <Link {...paths.realmCreate} className={buttonClass(creating ? 'primary' : 'plain')}>
      {join.create}
    </Link>
  );
  const account = (
    <Link {...paths.account} className={buttonClass(creating ? 'plain' : 'primary')}>
      {join.account}
    </Link>
  );
  return (
    <Card className="flex flex-col items-center gap-4 text-center">
      <Voxels scene={gateScene} className="h-40 w-auto" />
      <div className="max-w-lg">
        <StepHeading>{join.title}</StepHeading>
        <p className="text-pretty">{join.text}</p>
        <p className="mt-2 text-pretty text-muted">{join.keep}</p>
      </div>
      <NewTabLink href={invite} className={buttonClass('plain')}>
        {join.button}
        <ExternalLink aria-hidden size={18} />
      </NewTabLink>
      <div className="mt-2 flex w-full flex-wrap justify-center gap-3 border-t-2 border-line pt-5">
        {creating ? [create, account] : [account, create]}
      </div>
    </Card>
  );
}
