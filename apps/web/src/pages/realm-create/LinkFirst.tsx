import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSecondsLeft } from '../../shared/use-seconds-left.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { rememberCreation } from '../../features/auth/after-linking.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';

/** Long enough to be read, and to be stopped by slow readers. */
const countdownMs = 20_000;

/** Only players with a linked chat account create realms: leads to the linking, by itself unless it is stopped. */
export function LinkFirst() {
  const { create } = useMessages('realm');
  const site = useSite();
  if (!site) return <Skeleton className="h-80" />;
  if (site.chat) return <Countdown />;
  const { title, text, action } = create.chatMissing;
  return (
    <EmptyState scene={brokenBridgeScene} title={title} text={text} level={2}>
      <Link {...paths.account} className={buttonClass('primary')}>
        {action}
      </Link>
    </EmptyState>
  );
}

function Countdown() {
  const { chatLink } = useMessages('realm').create;
  const navigate = useNavigate();
  const [until] = useState(() => Date.now() + countdownMs);
  const [stopped, setStopped] = useState(false);
  const seconds = useSecondsLeft(until);
  const isOver = seconds === 0 && !stopped;

  useEffect(rememberCreation, []);
  useEffect(() => {
    if (isOver) void navigate(paths.verification);
  }, [isOver, navigate]);

  return (
    <Card className="flex flex-col items-center gap-4 text-center">
      <Voxels scene={brokenBridgeScene} className="h-40 w-auto max-w-full" />
      <div className="max-w-lg">
        <StepHeading>{chatLink.title}</StepHeading>
        <p className="text-pretty text-muted">{chatLink.text}</p>
      </div>
      {!stopped && (
        <p role="timer" className="font-semibold tabular-nums">
          {chatLink.countdown(seconds)}
        </p>
      )}
      <p role="status" className="-mt-3 text-sm text-muted">
        {stopped ? chatLink.stopped : chatLink.stopHint}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link {...paths.verification} className={buttonClass('primary')}>
          {chatLink.action}
        </Link>
        {!stopped && <Button onAction={() => setStopped(true)}>{chatLink.stay}</Button>}
      </div>
    </Card>
  );
}
