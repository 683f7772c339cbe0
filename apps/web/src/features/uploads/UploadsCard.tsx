import { Suspense } from 'react';
import { lazyPart } from '../../shared/lazy-part.ts';
import type { UploadsProps } from './UploadList.tsx';

const UploadList = lazyPart(async () => (await import('./UploadList.tsx')).UploadList);

/** Nothing before something is sent. */
export function UploadsCard(props: UploadsProps) {
  if (props.uploads.items.length === 0) return null;
  return (
    <Suspense>
      <UploadList {...props} />
    </Suspense>
  );
}
