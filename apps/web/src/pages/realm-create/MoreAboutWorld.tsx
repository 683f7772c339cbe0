import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Few look at it. */
const WorldFields = lazy(async () => ({
  default: (await import('../../features/realm/WorldFields.tsx')).WorldFields,
}));

interface Props {
  map: string;
  seed: string;
  /** Whether a server in Java may make it. */
  java: boolean;
  /** Whether something of it has been chosen. */
  used: boolean;
  onMap: (map: string) => void;
  onSeed: (seed: string) => void;
}

/** Worlds without a picture, and the seed: for whoever asks. */
export function MoreAboutWorld({ used, ...choice }: Props) {
  const { create } = useMessages('realm');
  const [open, setOpen] = useState(used);
  return (
    <div className="mt-5">
      {open ? (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <WorldFields {...choice} />
        </Suspense>
      ) : (
        <Button aria-expanded={false} onAction={() => setOpen(true)}>
          {create.moreWorld}
        </Button>
      )}
    </div>
  );
}
