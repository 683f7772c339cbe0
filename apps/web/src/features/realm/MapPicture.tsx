import { mapImagePath, mapImageWidths } from '@realmkeep/contract/routes';
import { officialMaps } from '@realmkeep/contract/maps';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';

/** What a world looks like: of a world that a player brought along there is no picture but a plot to build on. */
export function MapPicture({ map, className }: { map: string; className: string }) {
  if (officialMaps.some((official) => official === map)) {
    return (
      <img
        src={mapImagePath(map)}
        srcSet={mapImageWidths.map((width) => `${mapImagePath(map, width)} ${width}w`).join(', ')}
        // Blocks stay crisp when enlarged: on a phone the smaller one does.
        sizes="(min-width: 640px) 360px, 60vw"
        alt=""
        width="960"
        height="540"
        loading="lazy"
        fetchPriority="low"
        className={`bg-sunk object-cover ${className}`}
      />
    );
  }
  return (
    <div className={`relative bg-sunk ${className}`}>
      <Voxels scene={plotScene} className="absolute inset-0 size-full p-3" />
    </div>
  );
}
