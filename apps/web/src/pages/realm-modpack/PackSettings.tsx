import type { ModpackVersions } from '@realmkeep/contract';
import { eulaUrl } from '@realmkeep/contract/kernel-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { withNewerLive } from '../../api/live-cache.ts';
import { realmQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Eula } from '../../features/realm/Eula.tsx';
import { RealmFields } from '../../features/realm/RealmFields.tsx';
import { canUse, type RealmForm, refusedField } from '../../features/realm/realm-rules.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { controlClass, Labelled } from '../../ui/form/Labelled.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { loaderNames } from './loader-names.ts';

const toastGroup = 'realm-modpack';

/** What is typed and chosen, for whichever pack. */
export interface PackForm extends RealmForm {
  /** null: the newest. */
  versionId: string | null;
}

interface Props {
  projectId: string;
  typed: PackForm;
  onType: (typed: PackForm) => void;
}

/** The version of the pack, and the server's name. */
export default function PackSettings({ projectId, ...form }: Props) {
  const query = useQuery({
    queryKey: ['modpacks', 'versions', projectId],
    queryFn: ({ signal }) => api.modpackVersions({ query: { projectId }, signal }),
  });
  const { settings: messages } = useMessages('modpacks');
  return (
    <>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-120" />} level={2}>
        {(pack) =>
          pack.versions.some(({ problem }) => problem === null) ? (
            <Fields projectId={projectId} pack={pack} {...form} />
          ) : (
            <Unfit pack={pack} />
          )
        }
      </QueryBoundary>
      <Link {...paths.modpacks} className={`mt-3 ${buttonClass('plain')}`}>
        {messages.another}
      </Link>
    </>
  );
}

function Unfit({ pack: { title, versions } }: { pack: ModpackVersions }) {
  const { none } = useMessages('modpacks').settings;
  const [newest] = versions;
  const loaders = loaderNames(newest?.loaders ?? []);
  const texts = {
    LOADER: loaders === '' ? none.loaderUnknown : none.loader(loaders),
    GAME: none.game,
    JAVA: none.java(newest?.game ?? ''),
  };
  return (
    <>
      <StepHeading>{title}</StepHeading>
      <Callout tone="warn" title={none.title}>
        <p>{texts[newest?.problem ?? 'GAME']}</p>
      </Callout>
    </>
  );
}

function Fields({ projectId, pack: { title, versions, accepted }, typed, onType }: Props & { pack: ModpackVersions }) {
  const { settings: messages } = useMessages('modpacks');
  const { create } = useMessages('realm');
  const errors = useMessages('errors');
  const online = useOnline();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { control, register, handleSubmit, setError } = useForm<RealmForm>({
    defaultValues: { name: typed.name, address: typed.address },
  });
  const { name, address } = { ...typed, ...useWatch({ control }) };
  const fitting = versions.filter(({ problem }) => problem === null);
  const first = fitting.find(({ isRelease }) => isRelease) ?? fitting[0];
  const [versionId, setVersionId] = useState(typed.versionId);
  useEffect(() => onType({ name, address, versionId }), [name, address, versionId, onType]);
  const [agreed, setAgreed] = useState(false);
  const chosen = fitting.find(({ id }) => id === versionId) ?? first;
  const creation = useMutation({
    mutationFn: async (form: RealmForm) => {
      const asked = performance.now();
      const names = { user_realm_name: form.name.trim(), domain_name: form.address.trim() };
      const eula = agreed ? eulaUrl : null;
      const body = { projectId, versionId: chosen?.id ?? '', ...names, eula } as const;
      return withNewerLive(await api.realmModpackCreate({ body }), asked);
    },
    onMutate: () => clearToasts(toastGroup),
    onSuccess: async (realm) => {
      queries.setQueryData(realmQuery(realm.id).queryKey, realm);
      void queries.invalidateQueries({ queryKey: keys.realms });
      await navigate(paths.modpackProgress(realm.id));
    },
    onError: (error) => {
      const field = refusedField(error);
      if (field) setError(field, { message: errorText(errors, error) }, { shouldFocus: true });
      showToast('error', `${create.errorTitles.other}. ${errorText(errors, error)}`, toastGroup);
    },
  });
  const isComplete = canUse({ name, address }) && (agreed || accepted !== null);
  const isBusy = creation.isPending;
  const submit = handleSubmit((values) => {
    if (canUse(values) && isComplete && !isBusy && online) creation.mutate(values);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <StepHeading>{title}</StepHeading>
      <div className="mb-5 max-w-md">
        <Labelled label={messages.version}>
          {(field) => (
            <select
              {...field}
              className={`min-h-12 ${controlClass}`}
              value={chosen?.id}
              onChange={({ target }) => setVersionId(target.value)}
            >
              {fitting.map(({ id, number, isRelease }) => (
                <option key={id} value={id}>
                  {isRelease ? number : messages.beta(number)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <p className="mt-2 text-sm text-muted">
          {messages.runs(chosen?.game ?? '')}{' '}
          {versions.length > fitting.length && messages.unfit(versions.length - fitting.length)} {messages.friends}
        </p>
      </div>
      <RealmFields control={control} register={register} />
      <Eula accepted={accepted} agreed={agreed} onAgree={setAgreed} />
      <ProgressBar busy={isBusy} label={messages.creating} />
      <Button variant="primary" type="submit" className="mt-4" disabled={!isComplete || isBusy || !online}>
        {messages.submit}
      </Button>
    </form>
  );
}
