import { type Tier, tierLimits, tiers } from '@realmkeep/contract/tiers';
import { Link } from '@tanstack/react-router';
import { tierPictures } from '../../features/shop/product-pictures.ts';
import { useFeatures } from '../../features/shop/use-features.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Voxels } from '../../ui/voxels/Voxels.tsx';
import { Section } from './Section.tsx';
import { useFresh } from './use-fresh.ts';

const loadPlans = async () => (await import('../../api/api.ts')).api.subscriptionPlans();
const rows = tiers.map((tier) => ({ id: tier }));

/** The tiers with what they allow, and what they cost as soon as that is known. */
export function Plans() {
  const { format } = useI18n();
  const { plans: messages } = useMessages('welcome');
  const subscription = useMessages('subscription');
  const { tiers: names } = useMessages('realm');
  const plans = useFresh(loadPlans);
  const featuresOf = useFeatures();
  const features = (tier: Tier) => featuresOf(tier, plans?.find((plan) => plan.tier === tier)?.kernels);

  const side = (tier: Tier) => format.number(tierLimits[tier].borderDiameter);
  const price = (tier: Tier) => {
    if (tier === 'CHICKEN') return subscription.free;
    const coins = plans?.find((plan) => plan.tier === tier)?.price ?? null;
    return coins === null ? '–' : `${subscription.coins(coins)} ${subscription.perMonth}`;
  };
  const columns: Column<{ id: Tier }>[] = [
    {
      label: messages.plan,
      render: ({ id }) => (
        <span className="flex items-center gap-3 lg:items-start">
          <span className="grid size-14 shrink-0 place-items-center rounded-chip bg-linear-to-b from-sky-top to-sky-low">
            <Voxels scene={tierPictures[id]} className="size-11" />
          </span>
          <span className="font-display font-semibold">{names[id]}</span>
        </span>
      ),
    },
    { label: subscription.limits.realms, render: ({ id }) => tierLimits[id].realms, numeric: true },
    {
      label: subscription.limits.slots,
      render: ({ id }) => tierLimits[id].slots ?? subscription.unlimited,
      numeric: true,
    },
    { label: subscription.limits.world, render: ({ id }) => subscription.world(side(id)), numeric: true },
    {
      label: subscription.limits.kernels,
      render: ({ id }) => (
        <span aria-busy={plans === null} className="block text-sm">
          {features(id).kernels ?? '–'}
          <span className="block text-muted">{features(id).memory}</span>
        </span>
      ),
    },
    {
      label: messages.brings,
      render: ({ id }) => (
        <span className="block max-w-prose text-sm text-muted">
          {[...features(id).brings, ...features(id).lacks].join(' · ')}
        </span>
      ),
      wide: true,
    },
    {
      label: messages.price,
      render: ({ id }) => (
        <span aria-busy={plans === null} className="font-semibold xl:whitespace-nowrap">
          {price(id)}
        </span>
      ),
      numeric: true,
      wide: true,
    },
  ];

  return (
    <Section id="plans" title={messages.title} lead={messages.lead}>
      <DataTable label={messages.table} columns={columns} rows={rows} dimmed={false} />
      <Link {...paths.shopCategory('PRIVILEGES')} className={buttonClass('plain', 'mt-6')}>
        {messages.more}
      </Link>
    </Section>
  );
}
