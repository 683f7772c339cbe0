import { type Block, type Picture, visibleFaces } from './visible-faces.ts';

interface Props {
  scene: () => Block[];
  /** Describes the picture, which is decorative without it. */
  label?: string;
  className?: string;
}

const drawn = new WeakMap<() => Block[], Picture>();

/** Each is drawn once, however often it is shown. */
function pictureOf(scene: () => Block[]): Picture {
  const picture = drawn.get(scene) ?? visibleFaces(scene());
  drawn.set(scene, picture);
  return picture;
}

/** A picture built of blocks, in the colours of the theme. */
export function Voxels({ scene, label, className }: Props) {
  const { faces, viewBox } = pictureOf(scene);
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
