import { type CSSProperties, useMemo } from 'react';
import { type Block, visibleFaces } from './visible-faces.ts';

interface Props {
  scene: () => Block[];
  /** What is to be seen; without it the picture is an ornament. */
  label?: string;
  className?: string;
}

/** A picture built of blocks, in the colours of the theme. */
export function Voxels({ scene, label, className }: Props) {
  const { faces, viewBox } = useMemo(() => visibleFaces(scene()), [scene]);
  return (
    <svg
      viewBox={viewBox}
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {faces.map(({ material, side, path }) => (
        <path
          key={`${material} ${side}`}
          className={`voxel-${side}`}
          style={{ '--voxel': `var(--${material})` } as CSSProperties}
          d={path}
        />
      ))}
    </svg>
  );
}
