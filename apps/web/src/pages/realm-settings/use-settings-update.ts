import type { Realm, RealmSettings, RealmSettingsUpdated } from '@realmkeep/contract';
import type { SettingName } from '@realmkeep/contract/realm-setting-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { withNewerLive } from '../../api/live-cache.ts';
import { keys } from '../../api/query-keys.ts';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'realm-settings';

/**
 * Changes settings of the realm: those that are given, and no other.
 * @param refused is given why a change was refused, which a toast says too
 */
export function useSettingsUpdate(
  realm: Realm,
  { refused }: { refused?: (error: unknown, text: string) => void } = {},
) {
  const errors = useMessages('errors');
  const { settings: messages } = useMessages('realm');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Partial<RealmSettings>): Promise<RealmSettingsUpdated> => {
      const asked = performance.now();
      const updatedFields = Object.keys(change) as SettingName[];
      const answer = await api.realmSettingsUpdate({ params: { id: realm.id }, body: { ...change, updatedFields } });
      return { ...answer, realm: withNewerLive(answer.realm, asked) };
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: (answer) => {
      queries.setQueryData(keys.realm(realm.id), answer.realm);
      void queries.invalidateQueries({ queryKey: keys.realms });
      showToast('success', messages.saved, toastGroup);
    },
    onError: (error) => {
      const text = errorText(errors, error);
      refused?.(error, text);
      showToast('error', text, toastGroup);
    },
  });
}
