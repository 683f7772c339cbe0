import { type Control, type UseFormRegister, useFormState, useWatch } from 'react-hook-form';
import { Check } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSite } from '../../api/site.ts';
import { Field } from '../../ui/form/Field.tsx';
import { joinAddress } from './join-address.ts';
import { type RealmForm, realmProblems } from './realm-rules.ts';
import { useAddressState } from './use-address-state.ts';

interface Props {
  control: Control<RealmForm>;
  register: UseFormRegister<RealmForm>;
  /** The address that the realm has already. */
  own?: string;
}

/** The name and the address of a realm, judged while they are typed: also whether the address is free. */
export function RealmFields({ control, register, own = '' }: Props) {
  const { fields } = useMessages('realm');
  const codes = useMessages('errors').codes;
  const site = useSite();
  const form: RealmForm = { name: '', address: '', ...useWatch({ control }) };
  const problems = realmProblems(form);
  const { errors } = useFormState({ control });

  /** Untouched fields show no problem. The server's refusal is shown until the next change. */
  const problem = (field: keyof RealmForm) => {
    const key = form[field] === '' ? null : problems[field];
    return key ? fields.problems[key] : errors[field]?.message;
  };
  const good = problems.address === null && !errors.address ? form.address.trim().toLowerCase() : null;
  const state = useAddressState(good === own.toLowerCase() ? null : good);
  const refusal =
    state === 'taken' ? codes.realm_address_taken : state === 'reserved' ? codes.realm_address_reserved : undefined;
  const typed = refusal ? null : good;

  return (
    <div className="flex max-w-md flex-col gap-3">
      <Field
        {...register('name')}
        label={fields.name}
        hint={fields.nameHint}
        problem={problem('name')}
        autoComplete="off"
        data-autofocus
      />
      <Field
        {...register('address')}
        label={fields.address}
        hint={state === 'free' ? fields.addressFree : fields.addressHint}
        problem={problem('address') ?? refusal}
        trailing={state === 'free' && <Check aria-hidden size={20} strokeWidth={3} className="mr-2.5 text-moss" />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {/* Its place is kept until the site's domain has come. */}
      <p className="rounded-block bg-sunk px-4 py-3">
        <span className="block text-sm text-muted">{fields.preview}</span>
        <output className={`break-all ${typed ? 'font-semibold' : 'text-muted'}`}>
          {site
            ? joinAddress(
                `${typed ?? fields.previewExample}.${site.baseDomain}`,
                site.dnsRecords ? null : site.gamePort,
              )
            : '\u00A0'}
        </output>
      </p>
    </div>
  );
}
