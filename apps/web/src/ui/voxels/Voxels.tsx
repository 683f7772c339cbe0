import { useMemo } from 'react';
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
          // An attribute: a style in the page's text would be against its content security policy.
          color={`var(--${material})`}
          d={path}
        />
      ))}
    </svg>
  );
}
