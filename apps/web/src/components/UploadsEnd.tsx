import { usePageText } from '../i18n/use-page-text.ts';
import type { useUploads } from './use-uploads.ts';

/** While files are sent, that the page is to stay; then what became of them, which readers of the screen are told too. */
export function UploadsEnd({ uploads: { items, isBusy } }: { uploads: ReturnType<typeof useUploads> }) {
  const words = usePageText('uploads');
  const count = (state: 'done' | 'failed') => items.filter((item) => item.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const ends = [done > 0 ? words.arrived(done) : '', failed > 0 ? words.lost(failed) : ''];
  return (
    <p role="status" className="mt-3 text-sm text-muted">
      {isBusy ? words.stay : ends.join(' ').trim()}
    </p>
  );
}
