import { type DragEvent, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

/**
 * Takes files that are dropped on an element, and says why others are not taken. A folder comes as a file that cannot be read.
 * @param refusal why nothing is taken at present even online, or null
 */
export function useFileDrop(refusal: string | null, onFiles: (files: File[]) => void) {
  const { noFolders } = useMessages('uploads');
  const { offlineTitle } = useMessages('shell').states;
  const online = useOnline();
  const [isOver, setOver] = useState(false);
  const problem = online ? refusal : offlineTitle;
  const zone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(problem === null);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (problem !== null) return showToast('error', problem);
      const entries = [...event.dataTransfer.items].map((item) => ({ item, entry: item.webkitGetAsEntry() }));
      if (entries.some(({ entry }) => entry?.isDirectory)) showToast('error', noFolders);
      const files = entries.filter(({ entry }) => entry?.isFile).map(({ item }) => item.getAsFile());
      onFiles(files.filter((file) => file !== null));
    },
  };
  return { isOver, zone };
}
