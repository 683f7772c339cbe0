import { type ProductCategory, productCategories } from '@realmkeep/contract/products';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { filledCategoriesQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { plotScene } from '../../ui/voxels/scenes/plot.ts';

/** Says that there is nothing, and leads to where there is something: the first two such categories, else home. */
export function EmptyCategory({ category }: { category: ProductCategory }) {
  const shop = useMessages('shop');
  const { data: filled } = useQuery(filledCategoriesQuery);
  const others = productCategories.filter((other) => other !== category && filled?.has(other)).slice(0, 2);
  return (
    <EmptyState scene={plotScene} {...shop.empty[category]} level={2}>
      {others.map((other, index) => (
        <Link
          key={other}
          {...paths.shopCategory(other)}
          replace
          resetScroll={false}
          className={buttonClass(index === 0 ? 'primary' : 'plain')}
        >
          {shop.categories[other]}
        </Link>
      ))}
      {filled && others.length === 0 && (
        <Link {...paths.home} className={buttonClass('plain')}>
          {shop.toHome}
        </Link>
      )}
    </EmptyState>
  );
}
