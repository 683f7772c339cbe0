import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

/** Fetches the statement as a table and hands it to the browser as a file: the token stays out of every address. */
export function useDownload(): { download: () => void; busy: boolean } {
  const messages = useMessages('statement');
  const errors = useMessages('errors');
  const fetching = useMutation({
    mutationFn: () => api.walletStatementCsv(),
    onSuccess: (table) => {
      // Reading it as text has taken the mark away by which spreadsheets know UTF-8.
      const url = URL.createObjectURL(new Blob(['\uFEFF', table], { type: 'text/csv;charset=utf-8' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${messages.file}.csv`;
      link.click();
      URL.revokeObjectURL(url);
    },
    onError: (error) => showToast('error', messages.csvFailed(errorText(errors, error))),
  });
  return { download: fetching.mutate, busy: fetching.isPending };
}
