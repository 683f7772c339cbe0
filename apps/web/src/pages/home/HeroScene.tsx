import { cloudScene } from '../../ui/voxels/scenes/cloud.ts';
import { keepScene } from '../../ui/voxels/scenes/keep.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';

/** The keep under drifting clouds: by day in the light theme, with its windows lit in the dark one. */
export function HeroScene({ label }: { label: string }) {
  return (
    <div className="relative min-h-64 px-4 pb-6 sm:min-h-80 lg:min-h-0 lg:pb-0">
      <Voxels scene={cloudScene} className="absolute top-[8%] left-[2%] w-24 animate-drift opacity-90" />
      <Voxels scene={cloudScene} className="absolute top-[20%] right-[6%] w-16 animate-drift opacity-80" />
      <Voxels scene={cloudScene} className="absolute bottom-[10%] left-[8%] w-14 animate-drift opacity-70" />
      <Voxels scene={keepScene} label={label} className="relative mx-auto h-full max-h-120 w-full animate-bob" />
    </div>
  );
}
