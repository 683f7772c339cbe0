import { mapImagePath, mapImageWidths } from '@realmkeep/contract/routes';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { hasPicture } from './world-rules.ts';

interface Props {
  map: string;
  /** A picture of this very world in place of ours: a PNG in Base64. */
  image?: string | null | undefined;
  className: string;
}

/** A picture of a world; a building plot if unknown. */
export function MapPicture({ map, image, className }: Props) {
  const isOurs = !image && hasPicture(map);
  if (!isOurs && !image) {
    return (
      <div className={`relative bg-sunk ${className}`}>
        <Voxels scene={plotScene} className="absolute inset-0 size-full p-3" />
      </div>
    );
  }
  return (
    <img
      src={isOurs ? mapImagePath(map) : `data:image/png;base64,${image}`}
      srcSet={isOurs ? mapImageWidths.map((width) => `${mapImagePath(map, width)} ${width}w`).join(', ') : undefined}
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
