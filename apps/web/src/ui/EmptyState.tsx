import type { ReactNode } from 'react';
import type { Block } from './voxels/visible-faces.ts';
import { Voxels } from './voxels/Voxels.tsx';

interface Props {
  scene: () => Block[];
  title: string;
  text: string;
  /** The level of the title in the page. */
  level?: 1 | 2 | 3;
  children?: ReactNode;
}

/** A picture with a few words and what to do next: for a page, or a part of one, that has nothing else to show. */
export function EmptyState({ scene, title, text, level = 1, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 py-6 text-center">
      <Voxels scene={scene} className="h-40 w-auto max-w-full animate-bob" />
      <Heading className={level === 1 ? 'text-2xl' : 'text-lg'}>{title}</Heading>
      <p className="text-muted text-pretty">{text}</p>
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
