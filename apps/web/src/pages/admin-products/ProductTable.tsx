import type { ProductRecord } from '@realmkeep/contract';
import { currencies, discounted, minorUnits } from '@realmkeep/contract/currencies';
import { tierOfNumber } from '@realmkeep/contract/tiers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { productName } from './product-name.ts';
import { useAmount } from './use-amount.ts';

const toastGroup = 'admin';

interface Props {
  products: ProductRecord[];
  dimmed: boolean;
  onEdit: (id: string) => void;
}

export function ProductTable({ products, dimmed, onEdit }: Props) {
  const { language } = useI18n();
  const admin = useMessages('admin');
  const { tiers } = useMessages('realm');
  const { products: messages } = admin;
  const queries = useQueryClient();
  const online = useOnline();
  const [archiving, setArchiving] = useState<ProductRecord | null>(null);
  const nameOf = (product: ProductRecord) => productName(product, language);

  const archive = useCall(toastGroup, {
    mutationFn: ({ id }: ProductRecord) => api.productArchive({ params: { id } }),
    onSuccess: (_, product) => showToast('success', messages.archivedDone(nameOf(product)), toastGroup),
    onSettled: () => {
      setArchiving(null);
      void queries.invalidateQueries({ queryKey: keys.anyProducts });
      return queries.invalidateQueries({ queryKey: keys.anyAdmin });
    },
  });

  const columns: Column<ProductRecord>[] = [
    {
      label: messages.product,
      render: (product) => (
        <>
          <p className={`font-semibold wrap-anywhere ${product.archivedAt === null ? '' : 'text-muted line-through'}`}>
            {nameOf(product)}
          </p>
          <p className="text-sm text-muted">
            {product.type === 'COINPACK' ? admin.coins(product.logicValue) : tiers[tierOfNumber(product.logicValue)]}
          </p>
        </>
      ),
    },
    { label: messages.type, render: ({ type }) => messages.types[type] },
    { label: messages.category, render: ({ category }) => messages.categories[category] },
    { label: messages.prices, render: (product) => <Prices product={product} /> },
    { label: messages.state, render: ({ archivedAt }) => <State archived={archivedAt !== null} /> },
    {
      label: admin.actions,
      actions: true,
      render: (product) =>
        product.archivedAt === null && (
          <div className="flex flex-wrap gap-2 lg:justify-end xl:flex-nowrap">
            <Button aria-label={messages.editLabel(nameOf(product))} onAction={() => onEdit(product.id)}>
              {messages.edit}
            </Button>
            <Button aria-label={messages.archiveLabel(nameOf(product))} onAction={() => setArchiving(product)}>
              {messages.archive}
            </Button>
          </div>
        ),
    },
  ];

  return (
    <>
      <DataTable label={messages.title} columns={columns} rows={products} dimmed={dimmed} />
      {archiving && (
        <ConfirmDialog
          title={messages.archiveTitle(nameOf(archiving))}
          text={messages.archiveText}
          action={messages.archive}
          cancel={admin.cancel}
          busy={archive.isPending}
          disabled={!online}
          onConfirm={() => archive.mutate(archiving)}
          onClose={() => setArchiving(null)}
        />
      )}
    </>
  );
}

/** Its price in each currency, and the price before the discount. */
function Prices({ product: { prices } }: { product: ProductRecord }) {
  const amount = useAmount();
  const inOrder = currencies.flatMap((currency) => prices.find((one) => one.currency === currency) ?? []);
  return (
    <ul>
      {inOrder.map(({ currency, price, discount }) => {
        const unit = minorUnits[currency];
        const paid = discounted(Math.round(price * unit), discount ?? null) / unit;
        return (
          <li key={currency} className="whitespace-nowrap">
            {amount(paid, currency)}
            {discount ? <s className="ml-2 text-sm text-muted">{amount(price, currency)}</s> : null}
          </li>
        );
      })}
    </ul>
  );
}

function State({ archived }: { archived: boolean }) {
  const { products: messages } = useMessages('admin');
  return (
    <span
      className={`inline-block rounded-chip px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${archived ? 'bg-sunk text-muted' : 'bg-moss-soft text-moss'}`}
    >
      {archived ? messages.archived : messages.sold}
    </span>
  );
}
